// Names of the pages for the shapes of the service (../types/api.d.ts, which is made from its contract).

import type { components } from "../types/api.js";

type Schemas = components["schemas"];

export type Snapshot = Schemas["Snapshot"];
export type Board = Schemas["BoardShown"];
export type Mechanism = Schemas["MechanismShown"];
export type Build = Schemas["BuildShown"];
export type TileSetState = Schemas["SetShown"];
export type Fault = Schemas["FaultShown"];
export type Prompt = Schemas["PromptShown"];
export type WallShown = Schemas["WallShown"];

export type Updates = Schemas["UpdatesShown"];
export type Setup = Schemas["SetupShown"];
export type Backups = Schemas["BackupsShown"];
export type Backup = Schemas["BackupShown"];
export type Installation = Schemas["InstallationShown"];
export type Witnesses = Schemas["Witnesses"];
export type HallStanding = Schemas["HallStanding"];

export type Match = Schemas["MatchShown"];
export type Passing = NonNullable<Match["passing"]>;
export type PlayedMatch = Schemas["PlayedMatch"];
export type MatchSeat = Schemas["PlayerShown"];
export type Player = Schemas["SeatShown"];
export type Hand = Schemas["HandShown"];
export type TilesShown = Schemas["TilesShown"];
export type RankingRow = Schemas["RankingRow"];
export type PreviewAnswer = Schemas["PreviewAnswer"];
export type Wind = "E" | "S" | "W" | "N";
export type Source = Schemas["WinnerShown"]["source"];

export type Asks = Schemas["AsksShown"];
export type Declaration = Asks["declared"][number];
export type Tiles = Asks["tiles"];
export type Sheet = Schemas["Sheet"];
export type Option = Schemas["OptionShown"];
export type Offence = Schemas["OffenceShown"];
export type RulesetList = Schemas["RulesetList"];
export type RulesComparison = Schemas["RulesComparison"];
export type GameSetup = Schemas["GameSetup"];
export type TilesNeeded = Schemas["TilesNeededShown"];
export type HouseRules = Schemas["HouseRulesShown"];
export type HouseRulesRead = Schemas["HouseRulesRead"];
export type ListedPlayer = Schemas["PlayerEntry"];
export type ListedMatch = Schemas["ListedMatch"];
export type MatchPage = Schemas["MatchPage"];
export type DayTotals = Schemas["DayTotals"];
export type Scored = Schemas["ScoredShown"];
export type WaitsAnswer = Schemas["WaitsAnswer"];
/** A name by language. */
export type Names = Record<string, string>;

export type SeatSnapshot = Schemas["SeatSnapshot"];
export type SeatMatch = Schemas["SeatMatchShown"];
export type SeatHand = Schemas["SeatHandShown"];
export type SeatRoll = Schemas["SeatRollShown"];
export type Call = Schemas["CallShown"];
export type Wanted = Call["wanted"];

export type Me = Schemas["MeShown"];
export type Pairing = Schemas["PairingShown"];
export type Asked = Schemas["AskedShown"];
export type PairingState = Schemas["PairingStateShown"];
export type WaitingDevice = Schemas["WaitingShown"];
export type Device = Schemas["DeviceShown"];
export type DeviceList = Schemas["DevicesShown"];
export type Grant = Schemas["GrantShown"];
export type NewGrant = Schemas["NewGrantShown"];

export type ServiceReport = Schemas["ServiceReport"];
export type Words = Schemas["Words"];

export type DiceStatistics = Schemas["DiceStatisticsShown"];
export type DiceOfOneKind = Schemas["DiceOfOneKind"];
export type DiceTest = Schemas["DiceTestShown"];

export type Plant = Schemas["PlantShown"];
export type Places = Schemas["PlacesShown"];
export type Motors = Schemas["MotorsShown"];
export type PlantFault = Schemas["PlantFault"];
export type SimulatorKinds = Schemas["SimulatorShown"];
export type SimulatorKind = Schemas["ActionKind"];
export type SimulatorFault = Schemas["FaultKind"];
export type SimulatorArgument = Schemas["ArgumentShown"];

/** Problem details (RFC 9457) as the service sends them, as far as the pages read them. */
export interface Problem {
  code?: string;
  title?: string;
  detail?: string;
  remedy?: string;
  reason?: string;
  field?: string;
  said?: string;
  other?: string;
  players?: unknown;
  tables?: unknown;
  changes?: unknown;
}
