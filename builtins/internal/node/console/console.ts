// The `Console` class and the global console. The global console writes to the file descriptors directly until
// `process.stdout` or `process.stderr` exist, so that printing does not load the streams.
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import * as stdio from "internal:core/stdio";
import defer * as inspection from "internal:core/util/inspect";
import defer * as formatting from "internal:core/util/format";
import defer * as colors from "internal:core/util/colors";
import defer * as types from "internal:core/util/types";
import defer * as table from "internal:node/console/table";
import defer * as duration from "internal:node/console/duration";
import defer * as stacks from "internal:core/stack/stack";
import defer * as warnings from "internal:core/process/warn";
import defer * as process from "internal:node/process";
import { safe, services } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { getEnvironment } from "native:process";

const kState = Symbol("state");

/** A stream that a console writes to. */
interface ConsoleStream {
  readonly isTTY?: boolean;
  readonly _writableState: { errorEmitted: boolean };
  write(text: string, callback?: (error: unknown) => void): boolean;
  once(event: string, listener: () => void): unknown;
  removeListener(event: string, listener: () => void): unknown;
  listenerCount(event: string): number;
}
/** A console. The underscored members are Node's and programs use them. */
interface ConsoleObject {
  [kState]: State;
  _stdout: ConsoleStream;
  _stderr: ConsoleStream;
  _stdoutErrorHandler: (error: unknown) => void;
  _stderrErrorHandler: (error: unknown) => void;
  _ignoreErrors: boolean;
  _times: Map<string, [seconds: number, nanoseconds: number]>;
  log(...args: unknown[]): void;
  warn(...args: unknown[]): void;
  error(...args: unknown[]): void;
}
/** The global console, which has the class as a member. */
interface GlobalConsole extends ConsoleObject {
  Console: new (stdout: unknown) => ConsoleObject;
}
/** The options of a console as programs pass them. */
interface ConsoleOptions {
  stdout?: ConsoleStream;
  stderr?: ConsoleStream;
  ignoreErrors?: boolean;
  colorMode?: boolean | "auto";
  inspectOptions?: object;
  groupIndentation?: number;
}
interface InspectOptions {
  colors?: boolean;
}

/** The state of a console besides its streams. */
interface State {
  counts: Map<string, number>;
  colorMode: boolean | "auto";
  indentWidth: number;
  indent: string;
  inspectOptions: Map<unknown, InspectOptions> | undefined;
  isGlobal: boolean;
}

/** Receives the calls of timers and counters, for trace events. */
interface CallTrace {
  /** A timer begins (b), is read (n) or ends (e); the last two also for a label without a timer, as in Node. */
  time(phase: "b" | "n" | "e", label: string): void;
  count(label: string, count: number): void;
}
let calls: CallTrace | null = null;

/** Makes `trace` receive the calls of all consoles. */
export function traceCalls(trace: CallTrace): void {
  calls = trace;
}

/**
 * Set by `node:diagnostics_channel` while the channel `console.<name>` has subscribers: publishes the arguments of a call.
 */
export const subscribers: Record<"log" | "info" | "debug" | "warn" | "error", ((args: unknown[]) => void) | undefined> =
  {
    log: undefined,
    info: undefined,
    debug: undefined,
    warn: undefined,
    error: undefined,
  };

/**
 * A console over two streams: `new Console(stdout, stderr?, ignoreErrors?)` or `new Console(options)`.
 * Throws ERR_CONSOLE_WRITABLE_STREAM for an object that is not writable.
 */
export function Console(this: ConsoleObject, options: any, _stderr?: unknown, _ignoreErrors?: boolean): unknown {
  if (new.target === undefined) return safe.construct(Console, arguments);
  if (!options || typeof options.write === "function")
    options = { stdout: options, stderr: arguments[1], ignoreErrors: arguments[2] };
  const {
    stdout,
    stderr = stdout,
    ignoreErrors = true,
    colorMode = "auto",
    inspectOptions,
    groupIndentation,
  } = options as ConsoleOptions;
  if (!stdout || typeof stdout.write !== "function") throw new errors.ERR_CONSOLE_WRITABLE_STREAM("stdout");
  if (!stderr || typeof stderr.write !== "function") throw new errors.ERR_CONSOLE_WRITABLE_STREAM("stderr");
  validators.validateOneOf(colorMode, "colorMode", ["auto", true, false]);
  if (groupIndentation !== undefined) validators.validateInteger(groupIndentation, "groupIndentation", 0, 1000);
  let optionsByStream: Map<unknown, InspectOptions> | undefined;
  if (inspectOptions !== undefined) {
    validators.validateObject(inspectOptions, "options.inspectOptions");
    optionsByStream = types.isMap(inspectOptions)
      ? (inspectOptions as unknown as Map<unknown, InspectOptions>)
      : new Map<unknown, InspectOptions>([
          [stdout, inspectOptions],
          [stderr, inspectOptions],
        ]);
    for (const one of optionsByStream.values()) {
      if (one.colors !== undefined && options.colorMode !== undefined) {
        throw new errors.ERR_INCOMPATIBLE_OPTION_PAIR("options.inspectOptions.color", "colorMode");
      }
    }
  }
  // Methods of a subclass count too, so they are looked up on the instance.
  for (const key of safe.keys(Console.prototype) as "log"[])
    this[key] = bindAs(key, this[key], this) as ConsoleObject["log"];
  hide(this, "_stdout", stdout);
  hide(this, "_stderr", stderr);
  initialize(this, ignoreErrors, colorMode, groupIndentation, optionsByStream, false);
}

function bindAs(name: string, fn: Function, receiver: unknown): Function {
  return safe.defineProperty(fn.bind(receiver), "name", { value: name });
}

function hide(object: object, key: PropertyKey, value: unknown): void {
  safe.defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true });
}

function initialize(
  console: ConsoleObject,
  ignoreErrors: boolean,
  colorMode: boolean | "auto",
  indentWidth = 2,
  inspectOptions: Map<unknown, InspectOptions> | undefined,
  isGlobal: boolean,
): void {
  const state: State = { counts: new Map(), colorMode, indentWidth, indent: "", inspectOptions, isGlobal };
  hide(console, "_stdoutErrorHandler", (error: unknown) => ignoreError(console._stdout, error));
  hide(console, "_stderrErrorHandler", (error: unknown) => ignoreError(console._stderr, error));
  hide(console, "_ignoreErrors", Boolean(ignoreErrors));
  hide(console, "_times", new Map());
  hide(console, kState, state);
  safe.defineProperty(console, Symbol.toStringTag, { value: "console", configurable: true });
}

// The global console is not made by `new Console`.
safe.defineProperty(Console, Symbol.hasInstance, {
  value: (instance: ConsoleObject) => instance[kState] !== undefined,
});

function noop(): void {}

/** An asynchronous write failed: the error event that follows must not end the program. */
function ignoreError(stream: ConsoleStream, error: unknown): void {
  if (error !== null && !stream._writableState.errorEmitted && stream.listenerCount("error") === 0)
    stream.once("error", noop);
}

function write(console: ConsoleObject, toStderr: boolean, text: string): void {
  const state: State = console[kState];
  if (state.indent !== "")
    // Bun indents what it formats, and no strings.
    text = state.indent + (text.includes("\n") && home() !== "bun" ? text.replaceAll("\n", `\n${state.indent}`) : text);
  text += "\n";
  if (state.isGlobal && !hasStream(console, toStderr)) {
    if (toStderr ? stdio.writeStderr(text) : stdio.writeStdout(text)) return;
  }
  const stream = toStderr ? console._stderr : console._stdout;
  if (console._ignoreErrors === false) {
    stream.write(text);
    return;
  }
  try {
    // A listener for the errors of a synchronous write.
    if (stream.listenerCount("error") === 0) stream.once("error", noop);
    stream.write(text, toStderr ? console._stderrErrorHandler : console._stdoutErrorHandler);
  } catch (error) {
    // A stack overflow is the program's error, not the stream's.
    if (error instanceof RangeError && safe.startsWith(error.message, "Maximum call stack size exceeded")) throw error;
  } finally {
    stream.removeListener("error", noop);
  }
}

/** Whether a stream object must be used: the program made one, replaced it, or set `console._stdout`. */
function hasStream(console: unknown, toStderr: boolean): boolean {
  if (replacedStreams !== undefined && replacedStreams[toStderr ? "stderr" : "stdout"] !== undefined) return true;
  return (toStderr ? stdio.stderrStream() : stdio.stdoutStream()) != null;
}

function formatFor(console: ConsoleObject, toStderr: boolean, args: readonly unknown[]): string {
  if (args.length === 1 && typeof args[0] === "string") return args[0];
  const plain = plainText(console, toStderr, args);
  if (plain !== null) return plain;
  const options = optionsFor(console, toStderr);
  const where = home();
  if (where === "node") return formatting.formatArguments(options, args);
  if (where === "bun") return services().formatForBun(args, options.colors === true, console[kState].indent);
  return inspection.withDoubleQuotes(() =>
    formatting.formatArguments({ depth: DENO_DEPTH, ...options, replace: denoReplacement }, args),
  );
}

// The common case of strings, numbers and other primitives without colours, formatted without the formatter.
function plainText(console: ConsoleObject, toStderr: boolean, args: readonly unknown[]): string | null {
  const state: State = console[kState];
  const first = args[0];
  if (typeof first === "string" && safe.includes(first, "%")) return null;
  const isBun = home() === "bun";
  let text = "";
  for (let index = 0; index < args.length; index++) {
    const value = args[index];
    if (
      typeof value !== "string" &&
      typeof value !== "number" &&
      typeof value !== "boolean" &&
      value !== undefined &&
      value !== null
    )
      return null;
    // In Bun every string can have placeholders.
    if (isBun && typeof value === "string" && safe.includes(value, "%")) return null;
    text += `${index === 0 ? "" : " "}${value === 0 && 1 / value < 0 ? "-0" : value}`;
  }
  const isPlain =
    state.isGlobal &&
    state.colorMode === "auto" &&
    !hasStream(console, toStderr) &&
    !stdio.isTerminal(toStderr ? 2 : 1) &&
    getEnvironment("FORCE_COLOR") === null;
  return isPlain ? text : null;
}

/** The text of `console.dir` in Bun's home. */
function dirForBun(console: ConsoleObject, object: unknown, options: object | undefined): string {
  const text = services().inspectForBun(object, { ...optionsFor(console, false), ...options });
  return typeof object === "string" ? text : text.replaceAll("\n", `\n${(console[kState] as State).indent}`);
}

/** The placeholders that Deno replaces in another way: `%s` by String(), `%d` and `%i` by integers, `%o` without hidden members. */
function denoReplacement(letter: string, value: unknown): string | undefined {
  switch (letter) {
    case "s":
      return String(value);
    case "d":
    case "i":
      if (typeof value === "bigint") return `${value}`;
      return typeof value === "symbol" ? "NaN" : `${Number.parseInt(value as string)}`;
    case "o":
      return inspection.inspect(value, { depth: DENO_DEPTH });
    default:
      return undefined;
  }
}

function tableForDeno(console: ConsoleObject, data: object, properties: string[] | undefined): string {
  return table.formatTable(data, properties, optionsFor(console, false), table.DENO_STYLE);
}

/** How deep Deno's console inspects objects. */
const DENO_DEPTH = 4;
const withColors = { colors: true };
const withoutColors = {};

function optionsFor(console: ConsoleObject, toStderr: boolean): InspectOptions {
  const state: State = console[kState];
  const color = state.colorMode === "auto" ? hasColors(console, toStderr, state) : state.colorMode;
  const options = state.inspectOptions?.get(toStderr ? console._stderr : console._stdout);
  if (options === undefined) return color ? withColors : withoutColors;
  if (options.colors === undefined) options.colors = color;
  return options;
}

function hasColors(console: ConsoleObject, toStderr: boolean, state: State): boolean {
  // Without a terminal, colours need no stream object.
  if (state.isGlobal && !hasStream(console, toStderr)) {
    if (!stdio.isTerminal(toStderr ? 2 : 1)) return colors.shouldColorize(undefined);
  }
  return colors.shouldColorize(toStderr ? console._stderr : console._stdout);
}

function elapsed(console: ConsoleObject, label: unknown, method: string, data: unknown[] | undefined): boolean {
  const name = `${label}`;
  const start = console._times.get(name);
  if (start === undefined) {
    complain(console, `No such label '${name}' for console.${method}()`, `Timer '${name}' does not exist`);
    return false;
  }
  const [seconds, nanoseconds] = process.default.hrtime(start);
  const milliseconds = seconds * 1000 + nanoseconds / 1e6;
  const rest = data ?? [];
  if (home() === "bun") console.error("%s %s", durationOfBun(milliseconds), name, ...rest);
  else console.log("%s: %s", name, durationText(milliseconds), ...rest);
  return true;
}

function durationText(milliseconds: number): string {
  if (home() !== "deno") return duration.formatDuration(milliseconds);
  return `${milliseconds < 1000 ? Number(milliseconds.toPrecision(3)) : milliseconds.toFixed(0)}ms`;
}

const BUN_SECONDS_FROM_MS = 1500.5;

function durationOfBun(milliseconds: number): string {
  return milliseconds < BUN_SECONDS_FROM_MS
    ? `[${milliseconds.toFixed(2)}ms]`
    : `[${(milliseconds / 1000).toFixed(2)}s]`;
}

/** Reports a label that is not there or there already: Node warns, Deno's console prints, Bun says nothing. */
function complain(console: ConsoleObject, warning: string, text: string): void {
  if (home() === "deno") console.error("%s", text);
  else if (home() === "node") warnings.emitWarning(warning);
}

/** `console.trace` of Bun: the message and the frames, on standard output. */
function traceOfBun(console: ConsoleObject, message: string, error: Error): void {
  const stack = `${stacks.stackOf(error)}`;
  const start = stack.indexOf("\n    at ");
  const frames = start === -1 ? "" : stack.slice(start + 1).replaceAll("    at ", "      at ");
  write(console, false, message === "" || frames === "" ? message + frames : `${message}\n${frames}`);
}

const methods = {
  log(this: ConsoleObject, ...args: unknown[]): void {
    subscribers.log?.(args);
    write(this, false, formatFor(this, false, args));
  },
  info(this: ConsoleObject, ...args: unknown[]): void {
    subscribers.info?.(args);
    write(this, false, formatFor(this, false, args));
  },
  debug(this: ConsoleObject, ...args: unknown[]): void {
    subscribers.debug?.(args);
    write(this, false, formatFor(this, false, args));
  },
  warn(this: ConsoleObject, ...args: unknown[]): void {
    subscribers.warn?.(args);
    write(this, true, formatFor(this, true, args));
  },
  error(this: ConsoleObject, ...args: unknown[]): void {
    subscribers.error?.(args);
    write(this, true, formatFor(this, true, args));
  },
  dir(this: ConsoleObject, object: unknown, options?: object): void {
    if (home() === "bun") return write(this, false, dirForBun(this, object, options));
    write(this, false, inspection.inspect(object, { customInspect: false, ...optionsFor(this, false), ...options }));
  },
  time(this: ConsoleObject, label: unknown = "default"): void {
    const name = `${label}`;
    if (this._times.has(name))
      complain(this, `Label '${name}' already exists for console.time()`, `Timer '${name}' already exists`);
    else {
      calls?.time("b", name);
      this._times.set(name, process.default.hrtime());
    }
  },
  timeEnd(this: ConsoleObject, label: unknown = "default"): void {
    const name = `${label}`;
    if (elapsed(this, name, "timeEnd", undefined)) this._times.delete(name);
    calls?.time("e", name);
  },
  timeLog(this: ConsoleObject, label: unknown = "default", ...data: unknown[]): void {
    const name = `${label}`;
    elapsed(this, name, "timeLog", data);
    calls?.time("n", name);
  },
  trace: function trace(this: ConsoleObject, ...args: unknown[]): void {
    const isBun = home() === "bun";
    const message = formatFor(this, !isBun, args);
    const error = new Error(isBun ? "" : message);
    error.name = "Trace";
    (Error as any).captureStackTrace(error, trace);
    if (isBun) traceOfBun(this, message, error);
    else this.error(stacks.stackOf(error));
  },
  assert(this: ConsoleObject, expression: unknown, ...args: unknown[]): void {
    if (expression) return;
    if (home() === "bun" && args.length > 0) return this.warn(...args);
    if (typeof args[0] === "string") args[0] = `Assertion failed: ${args[0]}`;
    else if (args.length > 0 && home() === "deno") args.unshift("Assertion failed:");
    else args.unshift("Assertion failed");
    this.warn(...args);
  },
  clear(this: ConsoleObject): void {
    if (this._stdout.isTTY && services().variables["TERM"] !== "dumb") this._stdout.write("\u001b[1;1H\u001b[0J");
  },
  count(this: ConsoleObject, label: unknown = "default"): void {
    const name = `${label}`;
    const { counts } = this[kState] as State;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    calls?.count(name, count);
    // Bun's is outside of groups.
    if (home() === "bun") services().process.stdout.write(`${name}: ${count}\n`);
    else this.log(`${name}: ${count}`);
  },
  countReset(this: ConsoleObject, label: unknown = "default"): void {
    const name = `${label}`;
    if ((this[kState] as State).counts.delete(name)) return void calls?.count(name, 0);
    const text = `Count for '${name}' does not exist`;
    complain(this, text, text);
  },
  group(this: ConsoleObject, ...data: unknown[]): void {
    if (data.length > 0) this.log(...data);
    const state: State = this[kState];
    state.indent += " ".repeat(state.indentWidth);
  },
  groupEnd(this: ConsoleObject): void {
    const state: State = this[kState];
    state.indent = state.indent.slice(0, safe.max(0, state.indent.length - state.indentWidth));
  },
  table(this: ConsoleObject, tabularData: unknown, properties?: string[]): void {
    if (properties !== undefined) validators.validateArray(properties, "properties");
    if (tabularData === null || typeof tabularData !== "object") this.log(tabularData);
    else if (home() === "bun") services().process.stdout.write(services().tableForBun(tabularData, properties));
    else if (home() === "deno")
      this.log(inspection.withDoubleQuotes(() => tableForDeno(this, tabularData, properties)));
    else this.log(table.formatTable(tabularData, properties, optionsFor(this, false)));
  },
};
safe.assign(Console.prototype, methods);
Console.prototype.dirxml = methods.log;
Console.prototype.groupCollapsed = methods.group;

// Streams that the program set on the global console.
let replacedStreams: { stdout?: unknown; stderr?: unknown } | undefined;

function makeGlobalConsole(): GlobalConsole {
  const console: any = safe.create({});
  for (const key of safe.keys(Console.prototype)) {
    console[key] = safe.defineProperty(bindAs(key, Console.prototype[key], console), "length", { value: 0 });
  }
  for (const name of ["stdout", "stderr"] as const) {
    safe.defineProperty(console, `_${name}`, {
      get: () => replacedStreams?.[name] ?? process.default[name],
      set(value) {
        (replacedStreams ??= {})[name] = value;
      },
      enumerable: false,
      configurable: true,
    });
  }
  initialize(console, true, "auto", 2, undefined, true);
  console.Console = Console;
  // These report to a debugger; without one they have no effect, as in Node.
  safe.assign(console, { profile() {}, profileEnd() {}, timeStamp() {}, context: () => console, createTask });
  return console;
}

/** `console.createTask`: runs functions on behalf of a named task, which debuggers show in asynchronous stacks. */
function createTask(name: unknown): { run<T>(fn: () => T): T } {
  if (typeof name !== "string" || name === "") throw new Error("First argument must be a non-empty string.");
  return { run: (fn) => fn() };
}

/** `globalThis.console`. */
export const globalConsole: GlobalConsole = makeGlobalConsole();
