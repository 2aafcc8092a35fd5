// One line of an engine stack: `function@url:line:column`.
import { mapPosition } from "native:modules";
import { getEnvironment } from "native:process";

const LINE_FACTOR = 2 ** 24;
const PLACE = /^(.*):(\d+):(\d+)$/;

/** A frame with its position in the source. */
export class Frame {
  readonly functionName: string;
  readonly url: string;
  readonly isNative: boolean;
  #line: number;
  #column: number;
  #isMapped = false;
  constructor(functionName: string, url: string, line: number, column: number, isNative: boolean) {
    this.functionName = functionName;
    this.url = url;
    this.#line = line;
    this.#column = column;
    this.isNative = isNative;
  }
  get line(): number {
    this.#map();
    return this.#line;
  }
  get column(): number {
    this.#map();
    return this.#column;
  }
  #map(): void {
    if (this.#isMapped || this.isNative) return;
    this.#isMapped = true;
    const mapped = mapPosition(this.url, this.#line, this.#column);
    if (mapped === -1) return;
    this.#line = Math.floor(mapped / LINE_FACTOR);
    this.#column = mapped % LINE_FACTOR;
  }
  /** The frame as it is printed after `at `. */
  describe(): string {
    if (this.isNative) return `${this.functionName || "<anonymous>"} (<anonymous>)`;
    const place = `${this.url}:${this.line}:${this.column}`;
    return this.functionName === "" ? place : `${this.functionName} (${place})`;
  }
}

/** For work on the builtins: stacks then show their frames too. */
const showsInternals = getEnvironment("BRIO_TRACE_INTERNALS") !== null;

const TICKS_URL = "internal:core/ticks";

/** The engine's names for code outside of any function. */
const NO_FUNCTION = new Set(["global code", "module code", "eval code", "anonymous"]);

/**
 * Parses a stack. Frames of builtins that programs cannot see are omitted, and with them the native functions they called, except
 * one of the same name, which the builtin wraps.
 */
export function parseFrames(raw: string): Frame[] {
  const frames: Frame[] = [];
  for (const line of raw.split("\n")) {
    if (line === "") continue;
    const frame = parseLine(line);
    if (frame !== null) frames.push(frame);
    else removeCallees(line, frames);
  }
  // The engine truncates long stacks, also right below our frames.
  if (frames.at(-1)?.functionName === "runJobs") frames.pop();
  return frames;
}

function removeCallees(line: string, frames: Frame[]): void {
  const at = line.indexOf("@");
  if (!isHidden(line.slice(at + 1))) return;
  for (let last = frames.at(-1); last?.isNative && last.functionName !== line.slice(0, at); last = frames.at(-1))
    frames.pop();
}

function parseLine(line: string): Frame | null {
  let at = line.indexOf("@");
  // A path with an `@` (a scoped package) and no function before it.
  if (at > 0 && line.lastIndexOf("/", at) !== -1 && !line.startsWith("[", 0)) at = -1;
  let name = at === -1 ? "" : line.slice(0, at);
  const rest = line.slice(at + 1);
  if (NO_FUNCTION.has(name)) name = "";
  if (rest === "[native code]") return name === "" || name.startsWith("async") ? null : new Frame(name, "", 0, 0, true);
  const place = PLACE.exec(rest);
  if (place === null) return null;
  const url = place[1]!;
  // The one frame of the runtime that programs look for: it shows that a tick ran.
  if (url === TICKS_URL && name === "runTicks" && !showsInternals)
    return new Frame("process.processTicksAndRejections", "node:internal/process/task_queues", 85, 11, false);
  if (isHidden(url) || url === "") return null;
  return new Frame(name, shownUrl(url), Number(place[2]), Number(place[3]), false);
}

/** The builtins that implement a public module of Node under its own name: `internal:node/fs` is `node:fs`. */
const PUBLIC_PREFIX = "internal:node/";

function isPublic(url: string): boolean {
  return url.startsWith(PUBLIC_PREFIX) && !url.includes("/", PUBLIC_PREFIX.length);
}

function isHidden(url: string): boolean {
  if (url.startsWith("brio:boot")) return true;
  return !showsInternals && ((url.startsWith("internal:") && !isPublic(url)) || url.startsWith("web:"));
}

/** The URL that programs see: frames of a public module have its public name. */
function shownUrl(url: string): string {
  return !showsInternals && isPublic(url) ? `node:${url.slice(PUBLIC_PREFIX.length)}` : url;
}
