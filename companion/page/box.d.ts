// The form for an owner's box, for the type checker: no browser loads this file. The table's side of it is
// core/boxes/form.py.

/** A box as its game has it; only the parts of its form know what is in it. */
interface BoxValues {
  /** What nobody has compared with the box yet. */
  guessed?: string[];
  [key: string]: any;
}

/** Where a value is in a box. */
type Keys = (string | number)[];

interface Guess {
  key: string;
  sentence?: string;
}

interface FormPart {
  kind: string;
  title: string;
  hint?: string;
  guess?: Guess | null;
}

interface ValuePart extends FormPart {
  at: string;
}

/** One of the values that an owner can choose. */
interface BoxChoice {
  value?: Json;
  label: string;
}

interface NumberPart extends ValuePart {
  low: number;
  high: number;
}

interface TextPart extends ValuePart {
  longest: number;
}

interface ChoicePart extends ValuePart {
  choices: BoxChoice[];
}

interface PickPart extends ValuePart {
  of: string;
  none: string;
}

interface GroupPart extends FormPart {
  parts: ValuePart[];
}

interface SwapPart extends ChoicePart {
  ring: boolean;
  pairs: boolean;
}

interface FacesPart extends ValuePart {
  labels: string[];
}

interface MarksPart extends NumberPart {
  limit: number;
  full: string;
}

interface CardsPart extends ValuePart {
  name: TextPart;
  fields: ValuePart[];
  new: Record<string, Json>;
  add: string;
  remove: string;
}

interface PicksPart extends ValuePart {
  of: string;
  asks: string[];
  limit: number;
  add: string;
  remove: string;
}

interface Brush {
  sign: string;
  label: string;
  colour: string;
  icon?: string;
}

type Cells = "square" | "hex" | "wedge";

interface GridPart extends ValuePart {
  brushes: Brush[];
  cells: Cells;
  tiles: string[];
  size: NumberPart | null;
  origin: string;
  clockwise: string;
}

interface GridCell {
  row: number;
  column: number;
  sign: string;
  x: number;
  y: number;
}

interface PlacesPart extends ValuePart {
  ways: string;
  branching: boolean;
  kinds: BoxChoice[];
  kind_key: string;
  kind_title: string;
  usual: Json;
  longest: number;
  add: string;
  where: string;
  called: string;
  join: string;
  to: string;
  remove: string;
  twin: string;
}

/** A place on the owner's map; its kind is under the part's `kind_key`. */
interface BoxPlace {
  id: string;
  name: string;
  at: Point;
  [kind: string]: Json;
}

interface BoxWay {
  id: string;
  ends: string[];
  at: Point;
}

interface FormSection {
  title: string;
  parts: FormPart[];
}

/** The box in the editor. */
interface Editing {
  view(): HTMLElement;
  /** Shows what was there before. */
  done(): void;
  game: HostGame;
  /** Null for a new box. */
  id: number | null;
  /** Its name before any change. */
  called: string;
  name: string;
  saved: BoxValues;
  box: BoxValues;
  form: FormSection[];
  undo: BoxValues[];
  section: string;
  /** Has it come from a draft? */
  restored?: boolean;
  /** The place or way that is chosen on a map. */
  place?: string;
  adding?: boolean;
  joining?: boolean;
  dragged?: boolean;
  /** The first of two things to swap. */
  held?: {at: string; n: number} | null;
  tile?: string;
  brush?: string;
}
