// What the type checker must know of the tab: what make web writes, and the parts of pyodide that are used.

/** Written above sw.js. */
declare const BUILD: string;
/** Written above sw.js: the hash of each file. */
declare const FILES: Record<string, string>;
/** Written above sw.js: the files that a guest of another phone's table needs. */
declare const GUESTS: string[];
/** Written above sw.js: the same of those that are kept only once they were asked for. */
declare const LATER: Record<string, string>;
/** Written above old.js: the sentences of each language, and its forms of names. */
declare const WORDS: Record<string, Record<string, string> & {forms: any}>;

declare module "*/build.js" {
  export const VERSION: string;
  export const BUILD: string;
  export const LARGE: Record<string, [size: number, hash: string]>;
}

declare module "*/qr/index.js" {
  export default function encode(text: string, kind: "raw", how: {border: number}): boolean[][];
}

declare module "*/qr/decode.js" {
  export class BarcodeDetector {
    constructor(how: {formats: string[]});
    detect(video: any): Promise<{rawValue: string}[]>;
  }
}

declare module "*/pyodide.js" {
  export function loadPyodide(settings: object): Promise<Python>;
}

interface FileNode {
  mode: number;
  mtime: number | Date;
  usedBytes: number;
  contents: Uint8Array | null;
}

type StreamWrite = (
  stream: {node: FileNode},
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number,
  canOwn?: boolean
) => number;

/** Emscripten's files in memory. Open files use the functions in `ops_table`. */
interface MemoryFiles {
  stream_ops: {write: StreamWrite};
  ops_table: {
    file: {
      stream: {write: StreamWrite};
      node: {setattr(node: FileNode, to: {size?: number}): void};
    };
  };
}

/** Emscripten's file system. */
interface FileSystem {
  filesystems: {MEMFS: MemoryFiles};
  readdir(path: string): string[];
  isDir(mode: number): boolean;
  lookupPath(path: string): {node: FileNode};
  unlink(path: string): void;
  mkdirTree(path: string): void;
  writeFile(path: string, bytes: Uint8Array, how?: {canOwn: boolean}): void;
  utime(path: string, accessed: number, changed: number): void;
}

interface Python {
  FS: FileSystem;
  globals: {set(name: string, value: unknown): void};
  runPython(code: string): any;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

interface Navigator {
  /** Only in Safari: is the page on the home screen? */
  standalone?: boolean;
}

/** What the worker tells the page. */
interface EngineNews {
  id?: number;
  reply?: object;
  news?: [stream: string, message: string][];
  progress?: number;
  loaded?: [bytes: number, total: number];
  ready?: boolean;
  storage?: string;
  damaged?: boolean;
  newer?: boolean;
  cleared?: boolean;
  lost?: {file: string; wrong: boolean};
  busy?: boolean;
  taken?: boolean;
  denied?: string;
  full?: string;
  broken?: string;
}

/** How the table comes, in each "coming" event of the window. */
interface Coming {
  /** From 0 to 1: the large files, then Python, then the plays. */
  done: number;
  /** Of the large files. */
  bytes: number;
  total: number;
  ready: boolean;
  /** Why nothing comes any more (after 20 seconds without a byte, or three tries); "" while it comes. */
  words: string;
  /** The player wants to try again. */
  again(): void;
}
