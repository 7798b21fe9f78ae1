// What the table sends and the page keeps, for the type checker: no browser loads this file.
// The table's side of it is services/phones/seat_view.py, host_commands.py and desk.py.

type Json = string | number | boolean | null | Json[] | {[key: string]: Json};

/** What `h` and `s` put into an element. They skip null, undefined, false and "". */
type Kid = Node | string | number | boolean | null | undefined | Kid[];

interface Attributes {
  onclick?: ((event: MouseEvent) => void) | null;
  onsubmit?: (event: Event) => void;
  onchange?: (event: Event) => void;
  onpointerdown?: (event: PointerEvent) => void;
  [name: string]: unknown;
}

/* Seats */

interface SeatLook {
  name: string;
  colour: number;
  shape: string;
  letter: string;
  gone?: boolean;
}

interface Seat extends SeatLook {
  seat: number;
  gone: boolean;
  score: number | null;
  active: boolean;
  /** Does it have its own phone? */
  phone: boolean;
  away: boolean;
  marks: {icon: string; text: string}[];
  note: string;
  side: string;
}

/** A colour as `companion/core/seats.py` has it. */
interface SeatColour {
  /** The colour and the shape in words. */
  name: string;
  fill: string;
  /** The colour of the letter. */
  on_fill: string;
  shape: string;
}

interface You extends Partial<SeatLook> {
  seat?: number | null;
  host?: boolean;
  watch?: boolean;
}

/* A question */

interface Timer {
  seconds: number;
  running: boolean;
  over: boolean;
  started: boolean;
  /** On the table's clock, while it runs. */
  ends?: number;
  /** Seconds, while it doesn't. */
  left?: number;
}

interface Points {
  seat: number;
  change: number;
}

interface Face {
  label: string;
  hint?: string;
  icon?: string;
  points?: Points[];
  main?: boolean;
  opens?: boolean;
  badge?: string;
  seat?: number;
  picture?: string;
  /** #RRGGBB */
  tone?: string;
}

interface Choice {
  token: unknown;
  face: Face;
  barred?: string;
  chosen?: boolean;
  number?: number;
  spot?: string;
}

interface Row {
  key: string;
  label: string;
  value: number | null;
  low: number;
  high: number;
  step?: number;
  hint?: string;
  seat?: number;
  often?: number[];
}

interface Chances {
  win: number;
  tie: number;
  lose: number;
  guess?: boolean;
}

interface DieFace {
  number: number;
  icon?: string;
}

interface Dice {
  faces: DieFace[];
  slots: (DieFace | null)[];
  odds?: Chances;
  rare?: DieFace[];
  out?: DieFace[];
}

interface AskButton {
  does: string;
  words: string;
  icon: string;
  ready?: boolean;
  why_not?: string;
  icon_last?: boolean;
  quiet?: boolean;
}

/** What only one seat sees. */
interface Glance {
  title: string;
  lines: Reminder[];
  land?: any;
  pieces?: any[];
}

interface Ask {
  key: string;
  /** Names what was tapped and typed so far; nothing if one tap answers. */
  draft?: string;
  kind: string;
  sentence: string;
  seat?: number;
  rule?: string;
  secret?: boolean;
  look?: boolean;
  stays_sealed?: boolean;
  glance?: Glance;
  kicker?: string;
  hint?: string;
  reasons?: {text: string; icon?: string}[];
  points?: Points[];
  choices?: Choice[];
  at_once?: boolean;
  ordered?: boolean;
  least?: number;
  most?: number;
  rows?: Row[];
  lone?: boolean;
  typed?: boolean;
  dice?: Dice;
  text?: {value: string; longest: number; placeholder?: string};
  primary?: AskButton;
  second?: AskButton;
  preview?: {seat: number; how: string; change: number}[];
  timer?: Timer;
  arrows?: any[];
  aloud?: string[];
}

interface Tile {
  key: string;
  title: string;
  icon: string;
  ready: boolean;
}

interface Mine {
  ask: Ask | null;
  given: boolean;
  /** Somebody looks at it, though another question comes first. */
  aside: boolean;
  for_table: boolean;
  /** The position at which it was asked; it changes when the question is asked again. */
  since: number;
  tiles: Tile[];
}

type Asking = Mine & {ask: Ask};

/* The table */

interface LogLine {
  text: string;
  seat: number | null;
  at: number;
  /** It is about phones, and no record of the play. */
  note?: boolean;
}

interface Reminder {
  text: string;
  icon?: string;
  note?: string;
  seat?: number;
}

interface Gauge {
  label: string;
  value?: number | string;
  full?: number;
  icon?: string;
}

interface InfoCard {
  title: string;
  gauges?: Gauge[];
  lines?: Reminder[];
  seat?: number;
  picture?: string;
}

interface Track {
  name: string;
  spaces: number;
  pieces?: {space: number; seat?: number; label?: string; note?: string}[];
}

interface SheetColumn {
  seats: number[];
  total: number;
  note?: string;
  leads?: boolean;
}

interface SheetRow {
  label: string;
  cells: (number | null)[];
}

interface ScoreSheet {
  columns: SheetColumn[];
  rows: SheetRow[];
  now?: [number, number];
}

interface HandLine {
  text: string;
  seat: number | null;
  icon: string;
  path: string;
}

interface Table {
  /** Its id; "" if nothing is on the table. */
  game: string;
  state: string;
  title: string;
  subtitle: string;
  headline: string;
  asked: number[];
  asked_table: boolean;
  seats: Seat[];
  lines: LogLine[];
  undone: boolean;
  /** The game's own colours. */
  look?: {dark?: Record<string, string>; light?: Record<string, string>};
  /** The seats whose votes are in. */
  in?: number[];
  timer?: Timer;
  hand?: {title: string; waits: boolean; lines: HandLine[]};
  banner?: string;
  turn?: string;
  reminders?: Reminder[];
  cards?: InfoCard[];
  tracks?: Track[];
  ahead?: string[];
  sheet?: ScoreSheet | null;
  outcome?: Partial<Outcome> | null;
  board?: {pieces: any[]; arrows: any[]; reveal?: Reveal};
  guests: boolean;
  where: string;
  alone: boolean;
}

interface Invite {
  rows: string[];
  address?: string;
  code?: string;
}

interface State {
  /** Names the position on the table. */
  epoch: string;
  /** Grows with each new question at this position. */
  turn: number;
  mine: Mine | null;
  boot: string;
  you: You;
  table: Table;
  host?: Host;
  invite?: Invite;
}

/* What only the host gets */

interface PlayOption {
  key: string;
  label: string;
  sentence: string;
  value: Json;
  choices: {value: Json; label: string}[];
  always: boolean;
  mode: Json[];
  depth: Json[];
}

interface OwnBox {
  /** Null is the starter set; a text is one made in advance. */
  id: number | string | null;
  name: string;
  about: string;
}

interface Person {
  name: string;
  colour: number;
}

/** A cover of the home: a game, or a saved score sheet. */
interface GameCover {
  game: string;
  box: number | null;
  title: string;
  blurb: string;
  about: string;
  /** "own" if the page has to ask for it, "" if there is none. */
  picture: string;
  icon: string;
  colours: [ground: string, below: string, accent: string, panel: string];
}

/** A play to resume. */
interface OpenPlay {
  id: number;
  game: string;
  title: string;
  told: string;
  left: string;
  people: (Person & {letter: string; score: number | null})[];
}

interface HostGame {
  id: string;
  /** Its first id, which old links have. */
  was: string;
  title: string;
  /** What the order of the seats means. */
  order: string;
  /** Who plays it, if nobody says anything else. */
  people: Person[];
  /** The options of the last play. */
  chosen: Record<string, Json>;
  options: PlayOption[];
  boxes: OwnBox[];
  /** Boxes made in advance for anybody. */
  ready?: OwnBox[];
  starter: boolean;
  /** Can the owner's box be entered on this page? */
  form: boolean;
  /** Can a play be entered afterwards with it? */
  once: boolean;
  /** What brings the deleted box back, in words. */
  gone: string;
  fewest: number;
  most: number;
}

interface NightStep extends Person {
  letter: string;
  place: number;
  score: number | null;
}

interface NightPlay {
  id: number;
  game: string;
  title: string;
  told: string;
  clock: string;
}

/** The plays of one evening; the numbers on its podium are plays won, or the points of the only play. */
interface Night {
  title: string;
  wins: string;
  /** What the numbers are. */
  hint: string;
  day: string;
  file: string;
  steps: NightStep[];
  plays: NightPlay[];
}

/** What the home shows; during a play there are no games, and nothing else of it. */
interface Home {
  /** What was played lately, and who won most. */
  tonight?: {title: string; wins: string} | null;
  plays: OpenPlay[];
  covers: GameCover[];
  games: HostGame[];
  known: Person[];
  groups: {name: string; people: Person[]}[];
  /** The colours of seats, best first. */
  offered: number[];
  /** On the start button, by the number of players and of those who are missing. */
  starts: string[];
  missing: string[];
  /** How many more plays are open, in words. */
  more: string;
}

interface Host extends Home {
  undo: boolean;
  redo: boolean;
  /** All votes are in and still closed. */
  open: boolean;
  join: string;
  guests: boolean;
  asks: {ticket: string; kind: "seat" | "name" | "undo"; name: string}[];
  exits: {what: string; label: string}[];
  how: string;
  hows: {how: string; label: string}[];
  /** The play on the table, once it is over; its number is for exporting it. */
  last?: {game: string; options: Record<string, Json>; play: number};
  trouble: {sentence: string; closes: boolean} | null;
  /** The log no longer fits the rules: why, and how to go on. The play's number is for exporting it. */
  misfit?: {sentence: string; hint: string; go: string; play: number | null} | null;
}

interface PastPlay {
  id: number;
  title: string;
  over: boolean;
  day: string;
  names: string;
  place: string;
  told: string;
}

interface KnownPerson extends Person {
  letter: string;
  told: string;
}

/** One person over all evenings. */
interface PersonPage extends KnownPerson {
  /** Each above what it counts. */
  numbers: [number: string, words: string][];
  /** Oldest first. */
  last: {won: boolean; place: number | null}[];
  games: GamePoints[];
  met: KnownPerson[];
  heads: {last: string; met: string; points: string};
}

interface GamePoints {
  id: string;
  title: string;
  told: string;
  scores: number[];
  average: number | null;
}

/** What a game counted in one person's plays. */
interface Counts {
  game: string;
  kind: string;
  bars: [label: string, number: number][];
}

/** A field of the table that the host can correct. */
interface TableField {
  path: string;
  label: string;
  value: Json;
  words: string | null;
  /** Its value before the change, in words. */
  was: string;
  icon: string;
  seat: number | null;
  low?: number;
  high?: number;
  step?: number;
  /** Is it a free text? */
  typed?: boolean;
  ordered?: {value: string; words: string}[];
  /** What stands between the things of an ordered value. */
  between?: string;
}

type NumberField = TableField & {low: number; high: number};

/** A piece or a space that was tapped, with all that belongs to it. */
interface FixThing {
  key: string;
  name: string;
  /** The spot where it is. */
  at: string;
  /** The field that moves it, and its value for each spot. */
  moves: {path: string; to: [spot: string, value: Json][]} | null;
  fields: TableField[];
}

/** The changes so far, and the table with them. */
interface FixDraft {
  epoch: string;
  headline: string;
  changed: string;
  main: string;
  changes: [path: string, value: Json][];
  thing: FixThing | null;
  groups?: {name: string; fields: TableField[]}[];
  /** The path of something to add, whose values are all spaces. */
  add?: string;
  rings?: string[];
  board?: {pieces: Piece[]; arrows: Arrow[]; reveal?: Reveal};
  land?: Land | null;
}

/** What covers the table, with its own buttons in the bar. */
interface Covering {
  view(): HTMLElement;
  bar(): Kid;
}

/** Things on the table that lie together. */
interface LaidGroup {
  name: string;
  things: {label: string; words: string; seat: number | null}[];
}

interface RuleText {
  id: string;
  title: string;
  text: string;
}

interface HouseRule {
  label: string;
  choice: string;
  sentence?: string;
  ours?: boolean;
}

interface Why {
  text?: string;
  hints: string[];
  line: {seat: number; words: string}[];
  reminders: Reminder[];
  rules: RuleText[];
  house: HouseRule[];
}

/** The reply to a request; what it has depends on the request. */
interface Reply extends Partial<Pick<State, "epoch" | "turn" | "mine">> {
  status?: number;
  ok?: boolean;
  answered?: boolean;
  /** A message; of a pack, several lines. */
  told?: any;
  refused?: string;
  stale?: string;
  failed?: string;
  asleep?: string;
  warning?: string;
  arrows?: Arrow[];
  error?: string;
  why?: any;
  lines?: LogLine[];
  picture?: string;
  sections?: string[];
  rules?: (RuleText & {house: HouseRule[]})[];
  groups?: LaidGroup[];
  packing?: string;
  [more: string]: any;
}

interface Action {
  op?: string;
  key?: string;
  epoch?: string;
  [more: string]: unknown;
}

/* What a stream brings */

interface Gone {
  gone: string;
  why: string;
}

interface Message extends Partial<Gone> {
  /** The table's clock. */
  now?: number;
  beat?: number;
  land?: any;
  state?: State;
}

/* Joining */

interface Wish {
  seat?: number | null;
  name?: string;
  code?: string;
  watch?: boolean;
  host?: boolean;
  ticket?: string;
  why?: string;
}

interface FreeSeat extends SeatLook {
  seat: number;
  taken?: boolean;
}

/** What is shown before this phone has a seat. */
interface Joining {
  seats?: FreeSeat[];
  more?: boolean;
  only?: boolean;
  waits?: boolean;
  adding?: boolean;
  /** Somebody typed the address, and needs the code. */
  code?: boolean;
  why?: string;
  asking?: Wish | null;
}

/** What the page shows only if the table is in the same browser. */
interface Tab {
  kept: boolean;
  newer: boolean;
  offline: boolean;
  share(name: string, blob: Blob): Promise<boolean>;
  /** The address that a friend's phone can open, too; empty if only this device can. */
  page(): string;
  /** For the host's menu: guests' phones join this table. */
  menu(): Kid;
  /** Beside a box: read its code with the camera. */
  scan(): Kid;
  /** A cover that adds a game. */
  add(): Kid;
  foot(): Kid[];
}

/** How a name changes: a pattern, the form of names that fit it, and that of all others. */
type NameForm = [pattern: string, fits: string, other: string];

/** The form for a new play, as far as it is filled in. */
interface NewPlay {
  /** "" while the covers are shown. */
  game: string;
  people: Person[];
  options: Record<string, Json>;
  /** Null for the starter set; undefined for the newest box. */
  box?: number | string | null;
  /** A name that isn't seated yet. */
  typed: string;
  /** Has somebody chosen these people? Otherwise each game proposes its own. */
  seated: boolean;
  /** A play without Tableside: only its final points are entered. */
  once?: {name: string; day: string};
  /** Is the home shown although a play is on the table? */
  shown: boolean;
  /** What to do once the table is there. */
  waits?: () => unknown;
}

interface Window {
  /** The page's state, once its modules run. */
  tableside?: typeof import("./guest/state.js").app;
  /** Why this browser can't have the table: "old" or "secure". */
  unfit?: string;
  /** The game whose cover was tapped before the page's modules ran. */
  wanted?: string;
  /** Is the table on another phone? */
  isGuest?: boolean;
}
