// The frames of asynchronous functions that an error left after they had been suspended, which the system's engine does not
// have: what rejects an asynchronous function passes through `record`, in code that `modules/transform` adds (`frames.rs`
// there). V8 knows the waiting functions when an error is made; here each is known once the error reaches it.
import * as lists from "internal:core/lists";
import { asyncCell, pinned } from "internal:core/bootstrap";
import type { Frame, parseFrames } from "internal:core/stack/frames";

/** A function that an error left. */
interface Departure {
  /** Its line in the engine's stack, for its name and file. */
  line: string;
  /** Where it was suspended: the line, and in the lower 16 bits the column, both from 1. */
  site: number;
  /** The function caught the error, and may throw it again. */
  isCaught: boolean;
  next: Departure | null;
}

/** What is known of an error that left functions. */
interface Trail {
  first: Departure;
  last: Departure;
  count: number;
  /** The frames of its stack, when that has been printed. */
  frames: Frame[];
  /** The first of `frames` that was not compared with a departure. */
  cursor: number;
  /** Whether a function was not among `frames`: all that follow are behind the stack. */
  isBehind: boolean;
  /** The stack as it was printed last. */
  text: string | null;
}

/** What makes frames, which the formatter of stacks passes. */
export interface FrameTools {
  Frame: typeof Frame;
  parseFrames: typeof parseFrames;
}

/** Set when the first stack is formatted. */
let tools: FrameTools;

const DEPARTURES_MAX = 32;
const COLUMN_BITS = 0x10000;
const trails = pinned(new WeakMap<object, Trail>());
const isError: (value: unknown) => boolean = Error.isError;

/** Records that `error` leaves the function that called `AsyncCell.x`, or is caught there. `capture`: the engine's `captureStackTrace`. */
export function record(
  error: object,
  site: number,
  isCaught: boolean,
  capture: (target: object, above: Function) => void,
): void {
  if (!isError(error) || (trails.get(error)?.count ?? 0) >= DEPARTURES_MAX) return;
  const holder: { stack?: string } = {};
  capture(holder, asyncCell.x);
  const stack = holder.stack ?? "";
  const end = stack.indexOf("\n");
  add(error, { line: end === -1 ? stack : stack.slice(0, end), site, isCaught, next: null });
}

/** Records that `error` leaves the code of the module at `url`, which was suspended at `site`. */
export function recordModule(error: unknown, site: number, url: string): void {
  if (isError(error)) add(error as object, { line: `@${url}:1:1`, site, isCaught: false, next: null });
}

function add(error: object, departure: Departure): void {
  const { isCaught } = departure;
  const trail = trails.get(error);
  if (trail === undefined) {
    const made = { first: departure, last: departure, count: 1, frames: [], cursor: 0, isBehind: false, text: null };
    trails.set(error, made);
    return;
  }
  const { last } = trail;
  if (last.isCaught && nameOf(last.line) === nameOf(departure.line)) {
    // It throws what it caught.
    last.isCaught = isCaught;
    return;
  }
  last.next = trail.last = departure;
  trail.count++;
  if (trail.text !== null) extend(error as Error, trail, departure);
}

/** A function and its file, without the position in it. */
function nameOf(line: string): string {
  return line.slice(0, line.lastIndexOf(":", line.lastIndexOf(":") - 1));
}

/** Adds a frame to a stack that was printed, unless the program changed it. */
function extend(error: Error, trail: Trail, departure: Departure): void {
  const frame = frameOf(trail, departure);
  if (frame === null) return;
  try {
    if (error.stack !== trail.text) return;
    error.stack = trail.text = `${trail.text}\n    at ${frame.describe()}`;
  } catch {
    // The error is frozen.
  }
}

/** The frame of a departure; null for a function that is among the frames of the stack. */
function frameOf(trail: Trail, departure: Departure): Frame | null {
  const own = tools.parseFrames(departure.line)[0];
  if (own === undefined) return null;
  if (!trail.isBehind) {
    for (let index = trail.cursor; index < trail.frames.length; index++) {
      const frame = trail.frames[index]!;
      if (frame.isAsync) return null;
      if (!frame.isNative && frame.url === own.url && frame.functionName === own.functionName) {
        trail.cursor = index + 1;
        return null;
      }
    }
    trail.isBehind = true;
  }
  const { site } = departure;
  const [line, column] = [Math.floor(site / COLUMN_BITS), site % COLUMN_BITS];
  // The transform has the position of the await in the source.
  return new tools.Frame(own.functionName, own.url, line, column, false, true, true);
}

/** Adds the frames behind those of a stack, up to `Error.stackTraceLimit`. */
export function addBehind(error: object, frames: Frame[], makers: FrameTools): void {
  tools = makers;
  const trail = trails.get(error);
  if (trail === undefined) return;
  trail.frames = frames;
  trail.cursor = 0;
  trail.isBehind = false;
  const count = frames.length;
  const limit = Number((Error as { stackTraceLimit?: unknown }).stackTraceLimit);
  const behind: Frame[] = [];
  for (let next: Departure | null = trail.first; next !== null && count + behind.length < limit; next = next.next) {
    const frame = frameOf(trail, next);
    if (frame !== null) behind[behind.length] = frame;
  }
  let inner = frames[count - 1];
  for (let index = 0; index < behind.length; index++) {
    const frame = (frames[count + index] = behind[index]!);
    if (inner !== undefined && !inner.isNative) inner.caller ??= frame;
    inner = frame;
  }
}

function describeAll(frames: Frame[]): string {
  let lines = "";
  for (let index = 0; index < frames.length; index++) lines += `\n    at ${frames[index]!.describe()}`;
  return lines;
}

/** `text`, the printed form of the engine's stack `raw`, with the frames behind it. Frames that follow later are added to the error. */
export function complete(error: object, raw: string, text: string, makers: FrameTools): string {
  const trail = trails.get(error);
  if (trail === undefined) return text;
  const frames = makers.parseFrames(raw);
  const count = frames.length;
  addBehind(error, frames, makers);
  let complete = text;
  if (frames.length > count) {
    // With the frames behind them, methods that are inherited have the class of their receiver.
    const lines = describeAll(makers.parseFrames(raw));
    const isPlain = text.endsWith(lines);
    const shown = isPlain ? frames : lists.filter(frames, (_, index) => index >= count);
    complete = (isPlain ? text.slice(0, text.length - lines.length) : text) + describeAll(shown);
  }
  frames.length = count;
  trail.text = complete;
  return complete;
}
