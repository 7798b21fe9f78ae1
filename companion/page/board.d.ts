// The board, for the type checker: no browser loads this file. The table's side of it is core/views.py and
// land_json in services/phones/seat_view.py. What has its default value is left out.

/** A spot as it is sent, without an empty end. */
type SentSpot = [
  key: string,
  name: string,
  x: number,
  y: number,
  shape: string,
  label?: string,
  picture?: string,
  zone?: string,
  tone?: string,
  icon?: string,
  wide?: number | "",
  high?: number | "",
  turn?: number | "",
  scale?: number | "",
  ring?: boolean,
];

/** What stays on a board. */
interface Land {
  spots: SentSpot[];
  ways?: [string, string][];
  course?: string[];
  ratio?: number;
  size?: number;
  picture?: string;
  stacks?: boolean;
  dot?: number;
  scale?: number;
  frame?: [left: number, bottom: number, right: number, top: number];
  depth?: boolean;
  zooms?: boolean;
  road?: {tone: string; edge: string; dots: string; wide: number};
  props?: [picture: string, x: number, y: number, scale?: number | "", over?: boolean][];
  /** Changes with the game's page.svg; missing without one. */
  art?: string;
}

/** A spot as it is drawn, in units of the board. */
interface DrawnSpot {
  key: string;
  name: string;
  x: number;
  y: number;
  shape: string;
  label: string;
  picture: string;
  zone: string;
  tone: string;
  icon: string;
  turn: number;
  /** How much larger than others of its shape. */
  grown: number;
  ring: boolean;
  /** The radius; of an area, width and height. */
  r: number;
  w: number;
  h: number;
  /** Half the width of a card. */
  card: number;
  /** Without a picture of the game behind the board. */
  plain: boolean;
  /** Units of the board for one of a picture. */
  scale: number;
  /** Is it a hex or square of a board with `size`? */
  flat: boolean;
  stacks: boolean;
  paved: boolean;
}

interface Piece {
  space: number | string;
  seat?: number;
  label?: string;
  tone?: string;
  icon?: string;
  key?: string;
  picture?: string;
  letter?: string;
  count?: number;
  under?: boolean;
  turn?: number;
  faint?: boolean;
  heads?: boolean;
  falls?: number;
  base?: boolean;
  small?: boolean;
}

/** See types.d.ts; only a board draws this. */
interface Face {
  /** The icon stands in red on its space. */
  warns?: boolean;
}

/** What the page says while pieces fall, and while the last one is held back. */
interface Reveal {
  told: string;
  last: string;
}

interface Arrow {
  way: string[];
  kind?: string;
  key?: string;
  letter?: string;
  /** Why a flight goes there. */
  label?: string;
}

/** A flight to watch: its piece, where it goes, and why. */
interface Flight {
  ghost: SVGElement;
  steps: Keyframe[];
  words: string;
}

type Point = [x: number, y: number];

/** A piece, where it stands beside the middle of its spot, and its size. */
type Placed = [piece: Piece, x: number, y: number, size: number];

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Lit {
  choice: Choice;
  spot: DrawnSpot;
  mark: SVGElement;
}

/** Who wants the taps on the board instead of the question, such as the page that fixes something.
 * Its view calls `takeTaps` each time it is drawn. */
interface Taps {
  /** The keys of spots that light up; a keyboard and a screen reader reach only these. */
  lit: string[];
  /** The lit spot that is chosen. */
  chosen?: string;
  /** Any spot was tapped, also one that isn't lit; its pieces come with it, the nearest first. */
  tap(spot: string, pieces: Piece[]): void;
  /** Drawn instead of the table. */
  board?: {land: Land; pieces: Piece[]; arrows: Arrow[]; reveal?: Reveal};
}

/** Where a piece stands now. */
interface Stand {
  g: SVGElement;
  to: Point;
  turn: number;
  spot: string;
  seen: string;
  under: boolean;
  piece: Piece;
}

/** Everything about the board on the page. */
interface Drawn {
  land: Land;
  host: HTMLElement;
  wide: number;
  spots: DrawnSpot[];
  by: Map<string, DrawnSpot>;
  scale: number;
  svg: SVGSVGElement;
  layers: Record<"lit" | "labels" | "arrows" | "pieces" | "over" | "names", SVGElement>;
  names: {spot: DrawnSpot; mark: SVGElement}[];
  told: HTMLElement;
  list: HTMLElement;
  buttons: HTMLElement;
  /** How many lit spots are out of sight. */
  outside: HTMLElement;
  camera: Box;
  /** In pixels: the picture, and its letters. */
  size: {w: number; h: number; letter: number};
  /** Does a finger move the board? Then it doesn't glide. */
  held: boolean;
  lit: Lit[];
  stands: Map<string, Stand>;
  ways: string[][];
  /** Which spots are lit or have pieces, as the labels show it. */
  labelled: string;
  /** What is drawn already, to draw only what has changed. */
  asked: string;
  about: string;
  lines: string;
  come: string;
  falls: Map<string, number> | null;
}

interface PodiumPlace {
  seat: number;
  place: number;
  score?: number | null;
  note?: string;
}

interface Outcome {
  sentence: string;
  winners: number[];
  places: PodiumPlace[];
  won?: boolean | null;
  details: Reminder[];
  sides: number[][];
  /** The first seat of each step of the podium, from left to right. */
  steps: number[];
  race?: number[][];
  moment?: Moment;
}

/** When things happen as a play ends, in seconds. */
interface Moment {
  /** When the blocks of each place begin to rise. */
  rises: Record<string, number>;
  rise: number;
  drum: number;
  asked: string;
  winner: number;
  back: number;
}
