// The frames of asynchronous functions that an error left after they had been suspended, which the system's engine does not
// have: what rejects an asynchronous function passes through `record`, in code that `modules/transform` adds (`frames.rs`
// there). V8 knows the waiting functions when an error is made; here each is known once the error reaches it.
import * as lists from "internal:core/lists";
import { safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import * as combined from "internal:core/stack/combined_promises";
import type { Combinator } from "internal:core/stack/combined_promises";
import type { CombinedFrame, Frame, parseFrames } from "internal:core/stack/frames";

/** A function that an error left. */
interface Departure {
  /** Its line in the engine's stack, for its name and file; an error that was made in `record`, until the line is needed. */
  line: string | Error;
  /** Where it was suspended: the line, and in the lower 16 bits the column, both from 1. */
  site: number;
  /** The function caught the error, and may throw it again. */
  isCaught: boolean;
  /** The function of `Promise` that it waited for; empty for another promise. */
  combinator: Combinator;
  /** The index of the promise that rejected, for `combinator`. */
  index: number;
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
  /** The errors of one that `Promise.any` rejected with, which leave the same functions. */
  errors: object[] | null;
}

/** What makes frames, which the formatter of stacks passes. */
export interface FrameTools {
  Frame: typeof Frame;
  CombinedFrame: typeof CombinedFrame;
  parseFrames: typeof parseFrames;
}

/** Set when the first stack is formatted. */
let tools: FrameTools;

const DEPARTURES_MAX = 32;
const COLUMN_BITS = 0x10000;
const isError: (value: unknown) => boolean = Error.isError;
/** The engine's own: a program may replace it. */
const EngineError = Error;

/** Returns its argument from `new`, so that a class can add a private member to an object. */
class Given {
  constructor(object: object) {
    return object;
  }
}

/** An error with its trail, which programs cannot see. A WeakMap costs the collector several times as much. */
class Trailed extends Given {
  #trail: Trail;

  constructor(error: object, trail: Trail) {
    super(error);
    this.#trail = trail;
  }

  static of(error: object): Trail | undefined {
    return #trail in error ? error.#trail : undefined;
  }
}

const trailOf = Trailed.of;

/** What the engine's stack of an error has above the function that it leaves: `record`, what calls it, and the cell's method. */
const OWN_FRAMES = 3;
/** With fewer frames in a stack, the line is read at once. */
const LIMIT_MIN = OWN_FRAMES + 1;

/**
 * Records that `error` leaves a function, or is caught there. `inputs`: the promises that it waited for, or the index of the one that
 * rejected. `capture` writes a stack that begins with the function.
 */
export function record(
  error: object,
  site: number,
  isCaught: boolean,
  inputs: unknown,
  capture: (target: object) => void,
): void {
  if (!isError(error) || isComplete(error)) return;
  const { stackTraceLimit } = EngineError as { stackTraceLimit?: unknown };
  if (typeof stackTraceLimit === "number" && stackTraceLimit >= LIMIT_MIN) {
    // Most errors are never printed: the engine makes the lines of this one when they are read.
    leave(error, new EngineError(), site, isCaught, inputs);
    return;
  }
  const holder: { stack?: string } = {};
  capture(holder);
  leave(error, lineAt(holder.stack ?? "", 0), site, isCaught, inputs);
}

/** The line at `index`, counted from 0. */
function lineAt(stack: string, index: number): string {
  let start = 0;
  for (let count = 0; count < index; count++) {
    const end = safe.indexOf(stack, "\n", start);
    if (end === -1) return "";
    start = end + 1;
  }
  const end = safe.indexOf(stack, "\n", start);
  return end === -1 ? safe.slice(stack, start) : safe.slice(stack, start, end);
}

function lineOf(departure: Departure): string {
  const { line } = departure;
  if (typeof line === "string") return line;
  return (departure.line = lineAt(String(line.stack), OWN_FRAMES));
}

/** Records that `error` leaves the code of the module at `url`, which was suspended at `site`. */
export function recordModule(error: unknown, site: number, inputs: unknown, url: string): void {
  if (isError(error) && !isComplete(error as object)) leave(error as object, `@${url}:1:1`, site, false, inputs);
}

function isComplete(error: object): boolean {
  return (trailOf(error)?.count ?? 0) >= DEPARTURES_MAX;
}

function leave(error: object, line: string | Error, site: number, isCaught: boolean, inputs: unknown): void {
  const combinator = combined.combinatorOf(site);
  const place = combined.placeOf(site);
  const departure = { line, site: place, isCaught, combinator: "" as Combinator, index: -1, next: null };
  if (combinator === "any") {
    const errors = combined.errorsOf(error);
    for (let index = 0; index < errors.length; index++) {
      const one = errors[index]!;
      const at = combined.indexOfRejected(inputs, one);
      if (!isComplete(one)) add(one, { ...departure, combinator: at === -1 ? "" : combinator, index: at });
    }
    add(error, departure);
    trailOf(error)!.errors ??= errors;
    return;
  }
  const errors = trailOf(error)?.errors;
  if (errors != null) {
    for (let index = 0; index < errors.length; index++)
      if (!isComplete(errors[index]!)) add(errors[index]!, { ...departure });
  }
  if (combinator !== "") {
    departure.index = typeof inputs === "number" ? inputs : combined.indexOfRejected(inputs, error);
    if (departure.index !== -1) departure.combinator = combinator;
  }
  add(error, departure);
}

function add(error: object, departure: Departure): void {
  const { isCaught } = departure;
  const trail = trailOf(error);
  if (trail === undefined) {
    new Trailed(error, {
      first: departure,
      last: departure,
      count: 1,
      frames: [],
      cursor: 0,
      isBehind: false,
      text: null,
      errors: null,
    });
    return;
  }
  const { last } = trail;
  if (last.isCaught && nameOf(lineOf(last)) === nameOf(lineOf(departure))) {
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

/** Adds frames to a stack that was printed, unless the program changed it. */
function extend(error: Error, trail: Trail, departure: Departure): void {
  const before = describeAll(trail.frames);
  const count = trail.frames.length;
  if (!place(trail, departure)) return;
  const text = trail.text!;
  const isPlain = text.endsWith(before);
  const shown = isPlain ? trail.frames : lists.slice(trail.frames, count);
  try {
    if (error.stack !== text) return;
    error.stack = trail.text = (isPlain ? text.slice(0, text.length - before.length) : text) + describeAll(shown);
  } catch {
    // The error is frozen.
  }
}

/** Adds the frames of a departure to those of the stack; false when they are there. */
function place(trail: Trail, departure: Departure): boolean {
  const { frames } = trail;
  const own = tools.parseFrames(lineOf(departure))[0];
  if (own === undefined) return false;
  // The transform has the position of the await in the source.
  const { site } = departure;
  const [line, column] = [Math.floor(site / COLUMN_BITS), site % COLUMN_BITS];
  for (let index = trail.cursor; index < frames.length && !trail.isBehind; index++) {
    const frame = frames[index]!;
    const isOwn = !frame.isNative && frame.url === own.url && frame.functionName === own.functionName;
    if (isOwn) trail.cursor = index + 1;
    if (isOwn && frame.isAsync) {
      // The linked engine has another position for some loops.
      frame.moveTo(line, column);
      addCombined(trail, departure, index);
      return true;
    }
    if (isOwn || frame.isAsync) return false;
  }
  trail.isBehind = true;
  addCombined(trail, departure, frames.length);
  lists.push(frames, new tools.Frame(own.functionName, own.url, line, column, false, true, true));
  return true;
}

function addCombined(trail: Trail, departure: Departure, at: number): void {
  if (departure.combinator === "" || home() === "bun") return;
  const { frames } = trail;
  for (let index = frames.length; index > at; index--) frames[index] = frames[index - 1]!;
  frames[at] = new tools.CombinedFrame(departure.combinator, departure.index);
  trail.cursor++;
}

/** Adds the frames behind those of a stack, up to `Error.stackTraceLimit`. Returns whether it changed them. */
export function addBehind(error: object, frames: Frame[], makers: FrameTools): boolean {
  tools = makers;
  const trail = trailOf(error);
  if (trail === undefined) return false;
  const count = frames.length;
  trail.frames = frames;
  trail.cursor = 0;
  trail.isBehind = false;
  const limit = Number((Error as { stackTraceLimit?: unknown }).stackTraceLimit);
  let isChanged = false;
  for (let next: Departure | null = trail.first; next !== null && frames.length < limit; next = next.next)
    if (place(trail, next)) isChanged = true;
  // A function of `Promise` and the one that waits for it are added together.
  if (frames.length > limit && frames.length > count) frames.length = limit;
  linkCallers(frames);
  trail.frames = lists.slice(frames);
  return isChanged;
}

/** Functions that are suspended called those before them. */
function linkCallers(frames: Frame[]): void {
  let inner: Frame | undefined;
  for (let index = 0; index < frames.length; index++) {
    const frame = frames[index]!;
    if (frame instanceof tools.CombinedFrame) continue;
    if (frame.isAsync && inner !== undefined && !inner.isNative) inner.caller ??= frame;
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
  const trail = trailOf(error);
  if (trail === undefined) return text;
  const frames = makers.parseFrames(raw);
  const known = lists.slice(frames);
  let complete = text;
  if (addBehind(error, frames, makers)) {
    // With the frames behind them, methods that are inherited have the class of their receiver.
    const lines = describeAll(makers.parseFrames(raw));
    const isPlain = text.endsWith(lines);
    const shown = isPlain ? frames : lists.filter(frames, (frame) => !lists.includes(known, frame));
    complete = (isPlain ? text.slice(0, text.length - lines.length) : text) + describeAll(shown);
  }
  trail.text = complete;
  return complete;
}
