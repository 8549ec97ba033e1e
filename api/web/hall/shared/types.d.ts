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

export type TournamentsView = Schemas["TournamentsView"];
export type Preset = Schemas["PresetListed"];
export type ListedTournament = Schemas["TournamentListed"];
export type Tournament = Schemas["TournamentView"];
export type Entrant = Tournament["entrants"][number];
export type Round = Schemas["RoundShown"];
export type Game = Schemas["GameShown"];
export type HandGiven = Schemas["HandGiven"];
export type HandsReckoned = Schemas["HandsReckoned"];
export type PlayedHand = HandsReckoned["hands"][number];
export type Preview = Schemas["PreviewShown"];
export type StandingsView = Schemas["StandingsView"];
export type RoundStandings = Schemas["RoundStandings"];
export type Reach = Schemas["Reach"];
export type StandingsRow = Schemas["StandingShown"];
export type GroupRow = Schemas["GroupShown"];
export type ScreenView = Schemas["ScreenView"];
export type PlayerView = Schemas["PlayerView"];
export type OwnSeat = Schemas["OwnSeat"];
export type OwnGame = Schemas["OwnGame"];
export type Place = Schemas["PlaceShown"];
export type CardList = Schemas["CardList"];
export type ScreenTable = Schemas["ScreenTable"];

export type FloorView = Schemas["FloorView"];
export type FloorTable = Schemas["FloorTableShown"];
export type Session = Schemas["SessionShown"];
export type QueueView = Schemas["QueueView"];
export type Party = Schemas["PartyShown"];
export type Live = Schemas["LiveShown"];
export type Alarm = Schemas["AlarmShown"];
export type PastAlarm = Schemas["PastAlarmShown"];
export type AlarmsView = Schemas["AlarmsView"];
export type Machine = Schemas["MachineShown"];
export type Usual = Schemas["UsualShown"];
export type MachinesView = Schemas["MachinesView"];
export type TableView = Schemas["TableView"];
export type Order = Schemas["OrderShown"];
export type WebhooksView = Schemas["WebhooksView"];
export type ReleasesView = Schemas["ReleasesView"];
export type BackupsView = Schemas["BackupsView"];
export type Hook = Schemas["HookShown"];
export type Attempt = Schemas["AttemptShown"];
export type Today = Schemas["DayShown"];
export type TillView = Schemas["TillView"];
export type PricesView = Schemas["PricesView"];
export type Receipt = Schemas["ReceiptShown"];
export type ReceiptView = Schemas["ReceiptView"];
export type ReceiptLine = Schemas["ReceiptLineShown"];
export type ReceiptPreview = Schemas["ReceiptPreview"];

/** Gives a command of the tournament that a page shows; null when it was refused. */
export type Give = (name: string, fields?: Record<string, unknown>) => Promise<Accepted | null>;

export type OverlayView = Schemas["OverlayView"];
export type OverlayMatch = Schemas["OverlayMatch"];

interface Views {
  floor: FloorView;
  queue: QueueView;
  alarms: AlarmsView;
  machines: MachinesView;
  table: TableView;
  webhooks: WebhooksView;
  releases: ReleasesView;
  backups: BackupsView;
  till: TillView;
  prices: PricesView;
  receipt: ReceiptView;
  overlay: OverlayView;
  tournaments: TournamentsView;
  tournament: Tournament;
  standings: StandingsView;
  screen: ScreenView;
  player: PlayerView;
  places: Schemas["PlacesView"];
  people: PeopleView;
  accounts: AccountsView;
}

/** The shape of a topic; one with an id in it is named by what stands before the slash. */
export type ViewOf<K extends string> = K extends keyof Views ? Views[K] : K extends `${infer N}/${string}` ? (N extends keyof Views ? Views[N] : never) : never;
