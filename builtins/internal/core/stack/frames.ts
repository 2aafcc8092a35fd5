// One line of an engine stack: `function@url:line:column`.
import { pinned, safe } from "internal:core/bootstrap";
import { mapPosition } from "native:modules";
import { getEnvironment } from "native:process";
import { columnAt, columnInData, lineAt } from "internal:core/stack/evaluated";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { home } from "internal:core/program";
import { setStackTraceLimit, type V8ErrorConstructor } from "internal:core/stack/install";
import { TYPED_ARRAY } from "internal:core/stack/native_names";
import defer * as nativeReceivers from "internal:core/stack/native_receivers";
import defer * as receivers from "internal:core/stack/receivers";
import defer * as outlines from "internal:core/stack/source_outline";
import type { Method } from "internal:core/stack/source_outline";

const PLACE = /^(.*):(\d+):(\d+)$/;

/** A frame with its position in the source. */
export class Frame {
  functionName: string;
  readonly url: string;
  readonly isNative: boolean;
  /** The native class or namespace that a native function belongs to. */
  nativeType = "";
  /** Whether a native function called this by `new`, or this is a native constructor. */
  isConstructed = false;
  /** The kind of timer that called this: `Timeout` or `Immediate`; empty for another caller. */
  timerType = "";
  /** The frame that called this one, when it is in the program. */
  caller: Frame | null = null;
  #line: number;
  #column: number;
  /** Whether the function is suspended at this position, and called the next frame's function before. */
  readonly isAsync: boolean;
  #isMapped: boolean;
  #method: Method | null | undefined;
  #receiverClass: string | undefined;
  #callLine: string | null | undefined;
  /** `isMapped`: the position is that of the source already. */
  constructor(
    functionName: string,
    url: string,
    line: number,
    column: number,
    isNative: boolean,
    isAsync = false,
    isMapped = false,
  ) {
    this.functionName = functionName;
    this.isAsync = isAsync;
    this.#isMapped = isMapped;
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
  /** Sets the position, which is that of the source. */
  moveTo(line: number, column: number): void {
    this.#isMapped = true;
    this.#line = line;
    this.#column = column;
  }
  /** The line as the engine has it: in JavaScript that of the source, and known without mapping. */
  get rawLine(): number {
    return this.#line;
  }
  /** The column as the engine has it, until `line` or `column` is read. */
  get rawColumn(): number {
    return this.#column;
  }
  /** The method of a class that this is a call of, or null. */
  get method(): Method | null {
    return (this.#method ??= this.#findMethod());
  }
  /** The native class or namespace, distinguished by the source of the call where several have the function. */
  get nativeOwner(): string {
    const { functionName, nativeType } = this;
    if (nativeType === TYPED_ARRAY) return nativeReceivers.typedArrayOf(this);
    const isShared = nativeType === "Array" || functionName === "groupBy" || functionName === "getOrInsertComputed";
    return isShared ? nativeReceivers.receiverOf(this, nativeType) : nativeType;
  }
  get isConstructor(): boolean {
    if (this.isNative) return this.isConstructed;
    if (this.isConstructed || this.method?.kind === "constructor") return true;
    if (this.functionName === "") return false;
    const { caller } = this;
    if (caller === null) return false;
    const outline = outlines.outlineOf(caller.url);
    return (
      outline !== null &&
      outline.constructions.size !== 0 &&
      outline.constructions.has(`${caller.line}:${this.functionName}`)
    );
  }
  #map(): void {
    if (this.#isMapped || this.isNative) return;
    this.#isMapped = true;
    const evaluated = columnAt(this.url, this.#line, this.#column);
    if (evaluated !== null) this.#column = evaluated;
    else {
      const mapped = mapPosition(this.url, this.#line, this.#column);
      if (mapped !== null) {
        this.#line = mapped.line;
        this.#column = mapped.column;
      }
      if (this.url.startsWith("data:")) this.#column = columnInData(this.url, this.#line, this.#column);
    }
    if (this.isAsync) this.#column = columnOfAwait(this.url, this.#line, this.#column);
  }
  #findMethod(): Method | null {
    if (this.isNative) return null;
    const outline = outlines.outlineOf(this.url);
    if (outline === null || outline.methods.length === 0) return null;
    const method = outlines.methodAt(outline, this.line, this.column);
    if (method === undefined) return null;
    if (method.isComputed && this.functionName === "") return this.#findKey(method);
    if (method.isValue) return this.functionName === MODULE_CODE ? null : method;
    // Not a function inside the method.
    const name = method.kind === "constructor" ? method.className : method.name;
    return name === this.functionName ? method : null;
  }
  /** The class of the receiver of the method. */
  get receiverClass(): string {
    return (this.#receiverClass ??= receivers.receiverClassOf(this));
  }
  /** The line of the source that calls this; null when there is none. */
  get callLine(): string | null {
    const { caller } = this;
    if (caller === null || caller.isNative) return null;
    return (this.#callLine ??= lineAt(caller.url, caller.line));
  }
  /** The method of a computed key, with the name by which it is called when its own source does not say it. */
  #findKey(method: Method): Method | null {
    const name = method.name === outlines.UNKNOWN_KEY ? this.calledName() : method.name;
    if (name === "") return null;
    this.functionName = name;
    return { ...method, name };
  }
  /** The member that the caller's source calls or reads; empty for a call without an object. */
  calledName(): string {
    const { callLine: text } = this;
    const { column } = this.caller ?? this;
    if (text === null || text[column - 2] !== ".") return "";
    NAME.lastIndex = column - 1;
    return NAME.exec(text)?.[0] ?? "";
  }
  /** The function as it is printed: `Class.method`, `new Class`, `get name`; empty for code outside of functions. */
  describeFunction(): string {
    if (this.isNative) {
      const { functionName } = this;
      if (this.isConstructed) return `new ${functionName}`;
      const { nativeOwner } = this;
      return nativeOwner === "" ? functionName || "<anonymous>" : `${nativeOwner}.${functionName}`;
    }
    if (this.timerType !== "") {
      const { functionName, timerMember } = this;
      if (functionName === "") return `${this.timerType}.${timerMember ?? "<anonymous>"}`;
      return `${this.timerType}.${functionName}${timerMember === null ? "" : ` [as ${timerMember}]`}`;
    }
    const { method } = this;
    // The name of a computed key is known when the method is.
    const { functionName } = this;
    if (functionName === "") return this.isConstructor ? "new <anonymous>" : this.#nameOfValue(method);
    if (this.isConstructor) return `new ${functionName}`;
    if (method === null && home() !== "bun" && functionName !== MODULE_CODE) return receivers.calledOn(this);
    if (method === null || this.isPlainCall()) return functionName;
    if (method.isValue) {
      if (method.className === "" && home() !== "bun") return receivers.calledOn(this);
      if (method.className === "" || !isIdentifier(functionName)) return functionName;
      // V8 names anonymous functions after what they are assigned to, and shows the class of the receiver of others.
      const owner = /^\p{Lu}/u.test(method.className) ? method.className : "Object";
      return `${owner}.${functionName}${method.name === functionName ? "" : ` [as ${method.name}]`}`;
    }
    if (method.kind !== "") return `${method.kind} ${functionName}`;
    return method.className === "" || !isIdentifier(functionName)
      ? functionName
      : `${this.receiverClass}.${functionName}`;
  }
  /** The name of a function without its own. */
  #nameOfValue(method: Method | null): string {
    if (method === null || !method.isValue) return "";
    const { className, name } = method;
    if (className === "" || (name !== outlines.COMPUTED && !isIdentifier(name))) return name;
    const called = name === outlines.COMPUTED ? this.calledName() : "";
    return `${className}.${name}${called === "" ? "" : ` [as ${called}]`}`;
  }
  /** Whether the source says that the position is in a function. */
  #isInFunction(): boolean {
    const outline = outlines.outlineOf(this.url);
    return outline !== null && outlines.methodAt(outline, this.line, this.column) !== undefined;
  }
  /** Whether the source of the call is a name alone, without an object. */
  isPlainCall(): boolean {
    const { caller } = this;
    if (caller === null) return false;
    const { callLine: text } = this;
    const at = caller.column - 1;
    PLAIN_CALL.lastIndex = at;
    if (text === null || text[at - 1] === "." || !PLAIN_CALL.test(text)) return false;
    // A method of a class that is called by another name is probably bound.
    return this.method?.className === "Object" || text.startsWith(`${this.functionName}(`, at);
  }
  /** The member of the timer that called this; null for an immediate that has ended: it has no function then. */
  get timerMember(): string | null {
    return this.timerType === "Immediate" && !isInImmediate() ? null : `_on${this.timerType}`;
  }
  /** The frame as it is printed after `at `. */
  describe(): string {
    let name = this.describeFunction();
    if (this.isNative) return `${name} (<anonymous>)`;
    let { url } = this;
    if (home() === "bun") url = pathOfFileUrl(url) ?? url;
    else if (home() === "deno" && url.startsWith("/")) url = fileUrl(url);
    // Bun names no code outside of functions, and in Deno it is CommonJS only in packages and `.cjs` files.
    if (name === MODULE_CODE && (home() === "bun" || (home() === "deno" && !IS_COMMON_JS.test(url)))) name = "";
    else if (name === "" && home() === "bun" && this.#isInFunction()) name = "<anonymous>";
    const place = `${url}:${this.line}:${this.column}`;
    const prefix = this.isAsync ? "async " : "";
    return prefix + (name === "" ? place : `${name} (${place})`);
  }
}

/** The frame of a function of `Promise` that waits for several promises. */
export class CombinedFrame extends Frame {
  /** The index of the promise that rejected. */
  readonly index: number;
  constructor(functionName: string, index: number) {
    super(functionName, "", 0, 0, true, true, true);
    this.nativeType = "Promise";
    this.index = index;
  }
  override describe(): string {
    return `async Promise.${this.functionName} (index ${this.index})`;
  }
}

const RUN_IMMEDIATE = "\nrunImmediate@internal:core/timers:";

/** Whether the function of an immediate runs now. */
function isInImmediate(): boolean {
  const holder: { stack?: string } = {};
  const errorClass = Error as unknown as V8ErrorConstructor;
  const limit = errorClass.stackTraceLimit;
  setStackTraceLimit(Infinity);
  safe.captureStackTrace(holder);
  setStackTraceLimit(limit);
  const raw = holder.stack ?? "";
  const end = safe.indexOf(raw, RUN_IMMEDIATE);
  if (end === -1) return false;
  const caller = safe.slice(raw, safe.lastIndexOf(safe.slice(raw, 0, end), "\n") + 1, end);
  return !safe.includes(caller, "@internal:");
}

/** The column of the `await` whose operand is at a position; the position's own column when its line has none. */
function columnOfAwait(url: string, line: number, column: number): number {
  const text = lineAt(url, line);
  const at = text === null ? -1 : text.lastIndexOf("await", column - 1);
  return at === -1 ? column : at + 1;
}

const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;

/** The name of a CommonJS module's function. */
export const MODULE_CODE = "Object.<anonymous>";

/** The files that Deno runs as CommonJS. */
const IS_COMMON_JS = /\.c[jt]s$|\/node_modules\//;

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

// V8 writes no class before names that are no identifiers: private ones, symbols, numbers.
function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

// Tables without a prototype and without a loop: a program may have changed what `new Set` and `for` call.

/** The classes of native functions that call back, by V8's names. */
const NATIVE_TYPES: Record<string, string | undefined> = {
  __proto__: null as never,
  concat: "Array",
  every: "Array",
  fill: "Array",
  filter: "Array",
  find: "Array",
  findIndex: "Array",
  findLast: "Array",
  findLastIndex: "Array",
  flat: "Array",
  flatMap: "Array",
  forEach: "Array",
  from: "Array",
  fromAsync: "Array",
  includes: "Array",
  indexOf: "Array",
  join: "Array",
  map: "Array",
  reduce: "Array",
  reduceRight: "Array",
  some: "Array",
  sort: "Array",
  toSorted: "Array",
  match: "String",
  matchAll: "String",
  replace: "String",
  replaceAll: "String",
  search: "String",
  split: "String",
  parse: "JSON",
  stringify: "JSON",
  assign: "Object",
  defineProperties: "Object",
  defineProperty: "Object",
  entries: "Object",
  fromEntries: "Object",
  groupBy: "Object",
  getOrInsertComputed: "Map",
  getPrototypeOf: "Object",
  isExtensible: "Object",
  keys: "Object",
  preventExtensions: "Object",
  setPrototypeOf: "Object",
  values: "Object",
  deleteProperty: "Reflect",
  ownKeys: "Reflect",
  all: "Promise",
  allSettled: "Promise",
  race: "Promise",
  try: "Promise",
};

type Names = Record<string, boolean | undefined>;

/** Native classes whose constructors call back. */
const NATIVE_CLASSES: Names = {
  __proto__: null as never,
  Promise: true,
  Map: true,
  Set: true,
  WeakMap: true,
  WeakSet: true,
  FinalizationRegistry: true,
};

/** Native functions that V8 shows no frame for. */
const TRANSPARENT: Names = {
  __proto__: null as never,
  apply: true,
  call: true,
  construct: true,
  eval: true,
  anonymous: true,
};

/** For work on the builtins: stacks then show their frames too. */
const showsInternals = getEnvironment("BRIO_TRACE_INTERNALS") !== null;

const TICKS_URL = "internal:core/ticks";
const TIMERS_URL = "internal:core/timers";
/** Node's module of the functions that call timers. */
const TIMERS = "node:internal/timers";

/** The functions that call timers, as Node's, with the positions that they have there. */
const TIMER_FRAMES: Record<string, readonly [name: string, line: number, column: number] | undefined> = {
  __proto__: null as never,
  runOne: ["listOnTimeout", 685, 17],
  runTimer: ["process.processTimers", 618, 7],
  runImmediate: ["process.processImmediate", 574, 21],
};

/** The engine's names for code outside of any function. */
const NO_FUNCTION: Names = {
  __proto__: null as never,
  "global code": true,
  "module code": true,
  "eval code": true,
  anonymous: true,
};

/**
 * Parses a stack. Frames of builtins that programs cannot see are omitted, and with them the native functions they called, except
 * one of the same name, which the builtin wraps.
 *
 * @param showsCalled Shows the functions of Deno's namespace that the program called, as Deno does: stacks that are printed.
 */
export function parseFrames(raw: string, showsCalled = false): Frame[] {
  const frames: Frame[] = [];
  // The outermost function of Deno's namespace among omitted frames, which the program called, and the innermost.
  let called: Frame | null = null;
  let innermost: Frame | null = null;
  // The frame of the line before, when it was not omitted.
  let inner: Frame | undefined;
  let isConstructing = false;
  // The class whose constructor is not in the source, and called the function of the line before.
  let implicit = "";
  for (const line of raw.split("\n")) {
    if (line === "") continue;
    const frame = parseLine(line);
    if (frame === null) {
      if (inner !== undefined && IMPLICIT_CONSTRUCTOR.test(line)) {
        implicit = safe.slice(line, 0, line.length - 1);
        continue;
      }
      isConstructing = line === "construct@[native code]";
      if (showsCalled) {
        called = ofDeno(line) ?? called;
        innermost ??= called;
      }
      if (inner !== undefined) nameModuleCode(line, frames);
      if (line.endsWith(HIDDEN_NATIVE)) {
        if (isConstructing && inner !== undefined) inner.isConstructed = true;
        continue;
      }
      removeCallees(line, frames);
      inner = undefined;
      continue;
    }
    if (called !== null) {
      frames.push(called);
      called = null;
    }
    if (implicit !== "") {
      const made = implicitConstructor(implicit, frame);
      implicit = "";
      if (made !== null) frames.push(made);
    }
    if (inner !== undefined) {
      if (isStartOfAsync(frame, inner)) {
        // An arrow function's body has no name.
        inner.functionName = frame.functionName;
        continue;
      }
      if (frame.isNative) nameNative(frame, inner);
      else if (frame.url === TIMERS) inner.timerType = timerTypeOf(frame);
      else inner.caller = frame;
    } else if (frame.isNative) nameNative(frame, undefined);
    frames.push(frame);
    inner = frame;
  }
  // The engine truncates long stacks, also right below our frames.
  if (frames.at(-1)?.functionName === "runJobs") frames.pop();
  else if (inner !== undefined && isTruncatedStart(frames)) frames.pop();
  // The runtime called it itself.
  if (innermost !== null && frames.length === 0) frames.push(innermost);
  return frames;
}

/**
 * Whether the last frame is the first call of a module with top-level await, which `nameModuleCode` removes when the
 * stack is not truncated above the loader.
 */
function isTruncatedStart(frames: Frame[]): boolean {
  const last = frames.at(-1);
  const body = frames.at(-2);
  if (last === undefined || body === undefined || last.url !== body.url || last.isNative || last.isAsync) return false;
  if (last.functionName !== "" || body.functionName !== "" || last.rawLine !== 1 || body.rawLine === 1) return false;
  return last.column === 1;
}

/** A function without a place: a class without a constructor of its own, or source that was evaluated. */
const IMPLICIT_CONSTRUCTOR = /^\p{Lu}[\p{ID_Continue}$]*@$/u;

/** The frame of such a class, whose place is that of the class; null when `caller` constructs another one, which V8 does not show. */
function implicitConstructor(name: string, caller: Frame): Frame | null {
  if (caller.isNative) return null;
  const text = lineAt(caller.url, caller.line);
  const outline = outlines.outlineOf(caller.url);
  if (text === null || outline === null) return null;
  const position = outlines.classBefore(outline, name, caller.line, caller.column);
  if (position === undefined || !text.startsWith("new ", caller.column - 1)) return null;
  if (!outline.constructions.has(`${caller.line}:${name}`)) return null;
  const [line, column] = outlines.placeOf(outline, position);
  const frame = new Frame(name, caller.url, line, column, false, false, true);
  frame.isConstructed = true;
  return frame;
}

/** The timer that a frame of `TIMERS` calls; empty for one that calls another of them. */
function timerTypeOf({ functionName }: Frame): string {
  if (functionName === "listOnTimeout") return "Timeout";
  return functionName === "process.processImmediate" ? "Immediate" : "";
}

const HIDDEN_NATIVE = "@[native code]";

function nameNative(frame: Frame, inner: Frame | undefined): void {
  const { functionName } = frame;
  const dot = safe.indexOf(functionName, ".");
  if (dot > 0) {
    // A name of `internal:core/stack/native_names`.
    frame.nativeType = safe.slice(functionName, 0, dot);
    frame.functionName = safe.slice(functionName, dot + 1);
  } else if (NATIVE_CLASSES[functionName] === true) frame.isConstructed = true;
  else if (functionName === "next" && inner !== undefined) frame.nativeType = inner.functionName;
  else frame.nativeType = NATIVE_TYPES[functionName] ?? "";
}

/**
 * Whether a frame is the call of an asynchronous function whose body is the frame above: the engine has two functions,
 * and the outer one's position is where its parameters begin or its body ends.
 */
function isStartOfAsync(frame: Frame, inner: Frame): boolean {
  if (frame.isNative || frame.isAsync || frame.url !== inner.url) return false;
  if (inner.functionName !== frame.functionName && inner.functionName !== "") return false;
  const outline = outlines.outlineOf(frame.url);
  if (outline === null || outline.asyncLines.size === 0) return false;
  const line = frame.url.endsWith("js") ? frame.rawLine : frame.line;
  return outline.asyncLines.has(line) && !isCallSite(frame);
}

/** A call without an object, where its position is. */
const PLAIN_CALL = /[\p{ID_Start}_$][\p{ID_Continue}$]*\(/uy;
/** The start of a call, where its position is: a name, then what it is called with. */
const CALL = /(?:new\s+)?(?:[\p{ID_Continue}$.#?!]|\[[^\]]*\])*\s*(?:<[^()]*>)?\s*[(`]/uy;
const CALL_SITES_MAX = 1000;
const callSites = pinned(new Map<string, boolean>());

/** Whether the source has a call at a frame's position. */
function isCallSite(frame: Frame): boolean {
  const { url, line, column } = frame;
  const key = `${url}:${line}:${column}`;
  let isCall = callSites.get(key);
  if (isCall === undefined) {
    const text = lineAt(url, line);
    CALL.lastIndex = column - 1;
    isCall = text !== null && CALL.test(text);
    if (callSites.size >= CALL_SITES_MAX) callSites.clear();
    callSites.set(key, isCall);
  }
  return isCall;
}

/** The frame above a frame of the loader is a module's code. */
function nameModuleCode(loaderLine: string, frames: Frame[]): void {
  const frame = frames.at(-1)!;
  if (frame.functionName !== "" || !loaderLine.includes("@internal:loader/")) return;
  if (loaderLine.startsWith("runLoaded@") || loaderLine.startsWith("runSimply@")) frame.functionName = MODULE_CODE;
  else if (loaderLine.startsWith("start@") && frames.at(-2)?.url === frame.url && frame.rawLine === 1) {
    // An ES module with top-level await is compiled to an asynchronous function, whose first frame is internal.
    const body = frames.at(-2)!;
    if (body.functionName === "" && frame.column === 1) frames.pop();
  }
}

/** The modules of Deno's namespace, and the place of their frames: Deno's own begin with `ext:`, too. */
const DENO_MODULE = /^(?:internal:(deno\/(?!errors$).*)|web:(worker)$)/;

/** The frame of a function of Deno's namespace, in Deno's home; null for other lines. */
function ofDeno(line: string): Frame | null {
  if (showsInternals || home() !== "deno") return null;
  const at = line.indexOf("@");
  const place = PLACE.exec(line.slice(at + 1));
  const module = place === null ? null : DENO_MODULE.exec(place[1]!);
  if (module === null) return null;
  let name = line.slice(0, Math.max(0, at));
  if (NO_FUNCTION[name] === true) return null;
  if (module[2] !== undefined) name = name === "Worker" ? "new Worker" : `Worker.${name}`;
  const url = `ext:${module[1] ?? `web/${module[2]}`}`;
  return new Frame(name, url, Number(place![2]), Number(place![3]), false, false, true);
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
  if (NO_FUNCTION[name] === true) name = "";
  if (rest === "[native code]") {
    return name === "" || name.startsWith("async") || TRANSPARENT[name] === true
      ? null
      : new Frame(name, "", 0, 0, true);
  }
  const place = PLACE.exec(rest);
  if (place === null) return safe.includes(rest, WASM_FUNCTION) ? parseWasm(name, rest) : null;
  const url = place[1]!;
  // The one frame of the runtime that programs look for: it shows that a tick ran.
  if (url === TICKS_URL && name === "runTicks" && !showsInternals)
    return new Frame("process.processTicksAndRejections", "node:internal/process/task_queues", 85, 11, false);
  if (url === TIMERS_URL && !showsInternals && home() !== "bun") {
    const position = TIMER_FRAMES[name];
    if (position !== undefined) return new Frame(position[0], TIMERS, position[1], position[2], false);
  }
  if (isHidden(url) || url === "") return null;
  const isAsync = name.startsWith(ASYNC);
  if (isAsync) name = name.slice(ASYNC.length);
  return new Frame(name, shownUrl(url), Number(place[2]), Number(place[3]), false, isAsync);
}

const WASM_FUNCTION = "wasm-function[";
/** What follows the `@` of the line of a WebAssembly function: the module's name, which newer engines leave out, and the function's index or name. */
const WASM_PLACE = /^(?:(.*):)?wasm-function\[(.*)\]$/s;
const UNNAMED_MODULE = "<?>";

/** The frame of a WebAssembly function, of which the engine knows no offset in the module. */
class WasmFrame extends Frame {
  readonly #place: string;
  constructor(name: string, url: string, place: string) {
    super(name, url, 1, 1, false, false, true);
    this.#place = place;
  }
  override get method(): null {
    return null;
  }
  override get isConstructor(): boolean {
    return false;
  }
  override describeFunction(): string {
    return this.functionName;
  }
  override describe(): string {
    return this.functionName === "" ? this.#place : `${this.functionName} (${this.#place})`;
  }
}

/** The engine calls a function without a name by its index. */
function parseWasm(name: string, place: string): Frame | null {
  const parts = WASM_PLACE.exec(place);
  if (parts === null) return null;
  const url = `wasm://wasm/${parts[1] ?? UNNAMED_MODULE}`;
  return new WasmFrame(name === parts[2] ? "" : name, url, `${url}:wasm-function[${parts[2]}]`);
}

/** How the linked engine begins the name of a function that is suspended. */
const ASYNC = "async ";

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
