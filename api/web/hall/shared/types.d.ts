// Names of the pages for the shapes of a hall (../../types/hall.d.ts, which is made from its contract).

import type { components } from "../../types/hall.js";

type Schemas = components["schemas"];

export type HallMe = Schemas["MeShown"];
export type Accepted = Schemas["Accepted"];
export type PeopleView = Schemas["PeopleView"];
export type Person = Schemas["PersonShown"];
export type AccountsView = Schemas["AccountsView"];
export type Account = Schemas["AccountShown"];
export type Grant = Schemas["GrantShown"];

interface Views {
  people: PeopleView;
  accounts: AccountsView;
}

/** The shape of a topic; one with an id in it is named by what stands before the slash. */
export type ViewOf<K extends string> = K extends keyof Views ? Views[K] : K extends `${infer N}/${string}` ? (N extends keyof Views ? Views[N] : never) : never;
