// `REPLServer`: reads inputs line by line, runs them and prints their values. Evaluation is in `evaluate`, errors in
// `errors`, the `.commands` in `commands`, keys in `keys`. https://nodejs.org/api/repl.html#class-replserver
import type { EventEmitter } from "internal:core/events/emitter";
import { Interface, type Completer, type InputStream, type OutputStream } from "internal:node/readline/interface";
// Programs and the REPL itself call them.
import "internal:node/readline/older_members";
import { addBuiltins } from "internal:loader/builtin_globals";
import { ERR_INVALID_REPL_EVAL_CONFIG, ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateFunction } from "internal:core/validators";
import * as commonjs from "internal:loader/commonjs";
import defer * as evaluation from "internal:node/repl/evaluate";
import { deprecateOnce, Recoverable, REPL_MODE_SLOPPY } from "internal:node/repl/protocol";
import type { HistoryCallback, HistoryFile, HistoryOptions } from "internal:node/repl/history";
import { colouringWriter, writer, type Writer } from "internal:node/repl/writer";
import { kBuffer, kIsStandalone, kLoading } from "internal:node/repl/state";
import defer * as commands from "internal:node/repl/commands";
import defer * as keys from "internal:node/repl/keys";
import defer * as errors from "internal:node/repl/errors";
import defer * as completion from "internal:node/repl/completion";
import defer * as history from "internal:node/repl/history";
import defer * as contexts from "internal:node/vm/contexts";
import defer * as domains from "internal:node/domain";
import processObject from "internal:node/process";
import { services, withIteration } from "internal:core/bootstrap";
import defer * as consoles from "internal:node/console";
import { workingDirectory } from "internal:core/process/working_directory";
import { cwd } from "native:process";

const CONTINUATION = "| ";

let nextResource = 1;

type EvalCallback = (error: unknown, value?: unknown) => void;
type Evaluator = (code: string, context: object, file: string, callback: EvalCallback) => void;

/** A domain, as far as a REPL uses it. */
interface Domain extends EventEmitter {
  bind<F extends Function>(callback: F): F;
  exit(): void;
}

/** A command: `.keyword`. */
export interface Command {
  help?: string;
  action(this: REPLServer, argument: string): void;
}

/** The options of a REPL. Members typed `unknown` are only converted to booleans. */
interface Options {
  [kIsStandalone]?: boolean;
  prompt?: unknown;
  stream?: unknown;
  socket?: unknown;
  input?: InputStream;
  output?: OutputStream;
  eval?: Evaluator | null;
  writer?: Writer;
  completer?: Completer;
  domain?: Domain;
  terminal?: unknown;
  historySize?: number;
  replMode?: symbol;
  useColors?: unknown;
  useGlobal?: unknown;
  ignoreUndefined?: unknown;
  breakEvalOnSigint?: unknown;
  allowBlockingCompletions?: unknown;
}

/** A stream for input and output, or a process with both. */
type StreamPair = InputStream & OutputStream & { stdin?: InputStream; stdout?: OutputStream };

/** What a REPL has. */
export interface REPLServer extends Interface {
  output: OutputStream;
  context: Record<string, unknown>;
  commands: Record<string, Command>;
  lines: string[];
  eval: Evaluator;
  writer: Writer;
  useColors: boolean;
  useGlobal: boolean;
  ignoreUndefined: boolean;
  replMode: symbol;
  breakEvalOnSigint: boolean;
  allowBlockingCompletions: boolean;
  editorMode: boolean;
  underscoreAssigned: boolean;
  last: unknown;
  underscoreErrAssigned: boolean;
  lastError: unknown;
  historyManager?: HistoryFile;
  /** Ctrl+C was the last key. */
  sawInterrupt?: boolean;
  /** Ctrl+D ended the editor: the input is complete. */
  sawEnd?: boolean;
  _domain: Domain;
  _initialPrompt: string;
  [kBuffer]: string;
  [kLoading]: boolean;
  [kIsStandalone]: boolean;
  displayPrompt(preservesCursor?: boolean): void;
  clearBufferedCommand(): void;
  defineCommand(keyword: string, command: Command | Command["action"]): void;
  setupHistory(options?: string | HistoryOptions, callback?: HistoryCallback): void;
  createContext(): Record<string, unknown>;
  resetContext(): void;
}
export type REPLServerClass = new (...values: unknown[]) => REPLServer;

/** `new repl.REPLServer(prompt | options, stream, eval, useGlobal, ignoreUndefined, replMode)`. */
export function REPLServer(
  this: REPLServer,
  prompt?: unknown,
  stream?: unknown,
  evaluator?: unknown,
  useGlobal?: unknown,
  ignoreUndefined?: unknown,
  replMode?: unknown,
): REPLServer {
  if (!new.target && !((this as unknown) instanceof REPLServer))
    return new (REPLServer as unknown as REPLServerClass)(
      prompt,
      stream,
      evaluator,
      useGlobal,
      ignoreUndefined,
      replMode,
    );
  const options = readOptions(prompt, stream, evaluator, useGlobal, ignoreUndefined, replMode);
  const self = this;
  const first = `${options.prompt ?? "> "}`;
  setProperties(self, options, first);
  self.lines = Object.assign([], { level: [] });
  const completer =
    options.completer ??
    ((text: string, callback: (error: unknown, result: unknown) => void) => completion.complete(self, text, callback));
  Interface.call(self, {
    input: options.input,
    output: options.output,
    completer,
    terminal: options.terminal,
    historySize: options.historySize,
    prompt: first,
  });
  const queue = new InputQueue(self);
  const evaluate =
    options.eval ??
    ((code: string, context: object, file: string, callback: (error: unknown, value?: unknown) => void) =>
      evaluateInput(self, queue, code, context, file, callback));
  self.eval = self._domain.bind(evaluate);
  self.writer = options.writer ?? writer;
  if (options.useColors && self.writer === writer) self.writer = colouringWriter();
  self.commands = Object.create(null);
  commands.defineStandardCommands(self);
  errors.showErrors(self);
  self.resetContext();
  self.on("close", () => queue.whenFree(() => self.emit("exit")));
  self.on("line", (line: string | null) => queue.whenFree(() => handleLine(self, line || "")));
  keys.watchKeys(self, (work: () => void) => queue.whenFree(work));
  if (self[kIsStandalone]) standalone = self;
  self.displayPrompt();
  return self;
}
Object.setPrototypeOf(REPLServer.prototype, Interface.prototype);
Object.setPrototypeOf(REPLServer, Interface);

// The public properties and the internal ones.
function setProperties(self: REPLServer, options: Options, initialPrompt: string): void {
  Object.assign(self, {
    useColors: Boolean(options.useColors),
    useGlobal: Boolean(options.useGlobal),
    ignoreUndefined: Boolean(options.ignoreUndefined),
    replMode: options.replMode ?? REPL_MODE_SLOPPY,
    breakEvalOnSigint: Boolean(options.breakEvalOnSigint),
    underscoreAssigned: false,
    last: undefined,
    underscoreErrAssigned: false,
    lastError: undefined,
    editorMode: false,
    allowBlockingCompletions: Boolean(options.allowBlockingCompletions),
  });
  Object.defineProperty(self, "_domain", {
    value: options.domain ?? domains.default.create(),
    writable: true,
    configurable: true,
  });
  Object.defineProperty(self, "_initialPrompt", { value: initialPrompt, writable: true, configurable: true });
  for (const [key, value] of [
    [kBuffer, ""],
    [kLoading, false],
    [kIsStandalone, options[kIsStandalone] === true],
  ] as const) {
    Object.defineProperty(self, key, { value, writable: true, configurable: true });
  }
}

/** The REPL that the command line started. */
export let standalone: REPLServer | undefined;

function readOptions(
  prompt: any,
  stream: unknown,
  evaluator: unknown,
  useGlobal: unknown,
  ignoreUndefined: unknown,
  replMode: unknown,
): Options {
  const isObject = prompt !== null && typeof prompt === "object";
  const options: Options = isObject ? { ...prompt } : { prompt, eval: evaluator, useGlobal, ignoreUndefined, replMode };
  if (isObject && prompt[kIsStandalone] === true) options[kIsStandalone] = true;
  if (options.breakEvalOnSigint && options.eval) throw new ERR_INVALID_REPL_EVAL_CONFIG();
  if (options.eval !== undefined && options.eval !== null && typeof options.eval !== "function")
    throw new ERR_INVALID_ARG_TYPE("options.eval", "Function", options.eval);
  let source = (isObject ? (options.stream ?? options.socket) : stream) as StreamPair | undefined;
  if (!options.input && !options.output) {
    source ??= processObject as StreamPair;
    options.input = source.stdin ?? source;
    options.output = source.stdout ?? source;
  }
  options.terminal = Boolean(options.terminal ?? options.output?.isTTY);
  if (options.terminal || options.output?.isTTY) options.useColors ??= canColour(options.output);
  return options;
}

function canColour(output: OutputStream | null | undefined): boolean {
  const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS } = services().variables;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR || NODE_DISABLE_COLORS) return false;
  return Boolean(output?.isTTY) && (typeof output!.getColorDepth === "function" ? output!.getColorDepth() > 2 : true);
}

/** Delays inputs and keys while an input awaits. */
class InputQueue {
  #repl: REPLServer;
  #isBusy = false;
  #queue: (() => void)[] = [];
  constructor(repl: REPLServer) {
    this.#repl = repl;
  }
  whenFree(work: () => void): void {
    if (this.#isBusy) this.#queue.push(work);
    else work();
  }
  begin(): void {
    this.#isBusy = true;
  }
  end(): void {
    this.#isBusy = false;
    while (!this.#isBusy && this.#queue.length > 0) this.#queue.shift()!();
    if (!this.#isBusy && this.#repl.closed) this.#queue.length = 0;
  }
}

/** The default evaluator. */
function evaluateInput(
  self: REPLServer,
  queue: InputQueue,
  code: string,
  context: object,
  file: string,
  callback: (error: unknown, value?: unknown) => void,
): void {
  const breakOnSigint = self.breakEvalOnSigint;
  // In raw mode the terminal sends no signal for Ctrl-C.
  const wasRaw = breakOnSigint && self.terminal && self._setRawMode(false) === true;
  const outcome = evaluation.evaluate(code, self.useGlobal ? null : context, {
    file,
    mode: self.replMode,
    breakOnSigint,
  });
  if (wasRaw) self._setRawMode(true);
  if (outcome.error !== undefined) {
    const { thrown } = outcome.error;
    if (thrown instanceof Recoverable) return callback(thrown);
    const current: Domain | null | undefined = processObject.domain;
    if (current) {
      current.emit("error", thrown);
      current.exit();
      return;
    }
    return callback(thrown);
  }
  if (!outcome.isPromised) return code === "\n" ? callback(null) : callback(null, outcome.value);
  queue.begin();
  const domain: Domain | null | undefined = processObject.domain;
  void (async () => {
    try {
      const settled = (await outcome.value) as { value: unknown } | undefined;
      callback(null, settled?.value);
    } catch (error) {
      const thrown = evaluation.reword(error);
      if (domain) domain.emit("error", thrown);
      else callback(thrown);
    } finally {
      queue.end();
    }
  })();
}

function handleLine(self: REPLServer, line: string): void {
  self.sawInterrupt = false;
  if (self.editorMode) {
    self[kBuffer] += `${line}\n`;
    return;
  }
  const trimmed = line.trim();
  if (trimmed.startsWith(".") && trimmed[1] !== "." && Number.isNaN(Number.parseFloat(trimmed))) {
    const match = /^\.(\S+)\s*(.*)$/.exec(trimmed);
    const command = match === null ? undefined : self.commands[match[1]!];
    if (command !== undefined) return command.action.call(self, match![2]!);
    if (self[kBuffer] === "") {
      self.output.write("Invalid REPL keyword\n");
      return self.displayPrompt();
    }
  }
  const isNpm = trimmed.startsWith("npm ") && self[kBuffer] === "";
  // What the input did to arrays does not reach the printing of its result.
  self.eval(`${self[kBuffer]}${line}\n`, self.context, `REPL${nextResource++}`, (...result: [unknown, unknown?]) =>
    withIteration(() => finish(self, line, isNpm, result)),
  );
}

function finish(self: REPLServer, line: string, isNpm: boolean, result: [unknown, unknown?]): void {
  const [error, value] = result;
  self.lines.push(line);
  if (error && isNpm && !(error instanceof Recoverable)) {
    self.output.write(
      "npm should be run outside of the Node.js REPL, in your normal shell.\n(Press Ctrl+D to exit.)\n",
    );
    return self.displayPrompt();
  }
  if (error instanceof Recoverable && !self.sawEnd) {
    self[kBuffer] += `${line}\n`;
    return self.displayPrompt();
  }
  if (error) return void self._domain.emit("error", (error as Partial<Recoverable>).err || error);
  self.clearBufferedCommand();
  self.sawEnd = false;
  if (result.length === 2 && (!self.ignoreUndefined || value !== undefined)) {
    if (!self.underscoreAssigned) self.last = value;
    self.output.write(`${self.writer(value)}\n`);
  }
  self.displayPrompt();
}

const methods = {
  /** Shows the prompt, or the one of a continued input. */
  displayPrompt(this: REPLServer, preservesCursor?: boolean): void {
    if (this.closed) return;
    Interface.prototype.setPrompt.call(this, this[kBuffer] === "" ? this._initialPrompt : CONTINUATION);
    this.prompt(preservesCursor);
  },
  setPrompt(this: REPLServer, prompt: string): void {
    this._initialPrompt = prompt;
    Interface.prototype.setPrompt.call(this, prompt);
  },
  clearBufferedCommand(this: REPLServer): void {
    this[kBuffer] = "";
  },
  /** Adds a command: `.keyword`. Throws ERR_INVALID_ARG_TYPE without an action. */
  defineCommand(this: REPLServer, keyword: string, command: Command | Command["action"]): void {
    const defined: Command = typeof command === "function" ? { action: command } : command;
    validateFunction(defined.action, "cmd.action");
    this.commands[keyword] = defined;
  },
  close(this: REPLServer): void {
    if (this.historyManager?.isFlushing === true) {
      this.once("flushHistory", () => this.close());
      return;
    }
    Interface.prototype.close.call(this);
  },
  complete(this: REPLServer, ...values: unknown[]): void {
    (this.completer as Function)(...values);
  },
  completeOnEditorMode: (callback: Function) => (error: unknown, results: [string[], string]) => {
    if (error) return callback(error);
    const [completions, on = ""] = results;
    const shared = completions.filter(Boolean);
    callback(null, on !== "" && shared.length === 1 ? [[shared[0]], on] : [[], on]);
  },
  /** Loads the history from a file and stores it there. `options` is the path, or an object. */
  setupHistory(this: REPLServer, options: string | HistoryOptions = {}, callback?: HistoryCallback): void {
    const parsed: HistoryOptions = typeof options === "string" ? { filePath: options } : options;
    this.historyManager = history.start(this, parsed, callback ?? parsed.onHistoryFileLoaded);
  },
  createContext(this: REPLServer): object {
    if (this.useGlobal) {
      evaluation.prepareContext(globalThis);
      defineModules(globalThis);
      return globalThis;
    }
    const builtins = new Set(LANGUAGE_GLOBALS);
    const context: any = contexts.createContext();
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (builtins.has(name) || evaluation.isInternalName(name)) continue;
      Object.defineProperty(context, name, Object.getOwnPropertyDescriptor(globalThis, name)!);
    }
    context.global = context;
    evaluation.prepareContext(context);
    Object.defineProperty(context, "console", {
      value: new consoles.default.Console(this.output),
      writable: true,
      configurable: true,
    });
    defineModules(context);
    return context;
  },
  /** Makes a new context, without the declarations of earlier inputs. */
  resetContext(this: REPLServer): void {
    this.context = this.createContext();
    this.underscoreAssigned = false;
    this.underscoreErrAssigned = false;
    this.lines = Object.assign([], { level: [] });
    defineResult(this, "_", "last", "underscoreAssigned");
    defineResult(this, "_error", "lastError", "underscoreErrAssigned");
    this.emit("reset", this.context);
  },
};
const warnOfStreams = deprecateOnce(
  "repl.inputStream and repl.outputStream are deprecated. Use repl.input and repl.output instead",
  "DEP0141",
);
for (const [name, current] of [
  ["inputStream", "input"],
  ["outputStream", "output"],
] as const) {
  Object.defineProperty(REPLServer.prototype, name, {
    get(this: REPLServer) {
      warnOfStreams();
      return this[current];
    },
    set(this: Record<typeof current, unknown>, value: unknown) {
      warnOfStreams();
      this[current] = value;
    },
    enumerable: false,
    configurable: true,
  });
}
for (const key of Object.keys(methods)) {
  Object.defineProperty(REPLServer.prototype, key, {
    value: (methods as Record<string, unknown>)[key],
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The globals that the language defines in every realm. */
const LANGUAGE_GLOBALS = [
  "AggregateError",
  "Array",
  "ArrayBuffer",
  "AsyncDisposableStack",
  "Atomics",
  "BigInt",
  "BigInt64Array",
  "BigUint64Array",
  "Boolean",
  "DataView",
  "Date",
  "DisposableStack",
  "Error",
  "EvalError",
  "FinalizationRegistry",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "Function",
  "Infinity",
  "Int16Array",
  "Int32Array",
  "Int8Array",
  "Intl",
  "Iterator",
  "JSON",
  "Map",
  "Math",
  "NaN",
  "Number",
  "Object",
  "Promise",
  "Proxy",
  "RangeError",
  "ReferenceError",
  "Reflect",
  "RegExp",
  "Set",
  "SharedArrayBuffer",
  "String",
  "SuppressedError",
  "Symbol",
  "SyntaxError",
  "Temporal",
  "TypeError",
  "URIError",
  "Uint16Array",
  "Uint32Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "WeakMap",
  "WeakRef",
  "WeakSet",
  "WebAssembly",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "escape",
  "eval",
  "globalThis",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "undefined",
  "unescape",
];

/** Defines `module`, `require` and the builtin modules, as for a file in the working directory. */
function defineModules(context: any): void {
  const Module: any = commonjs.Module;
  const module = new Module("<repl>");
  Object.defineProperty(module, "path", { get: () => cwd(), set() {}, enumerable: true, configurable: true });
  module.paths = Module._nodeModulePaths(workingDirectory()).concat(Module.globalPaths);
  addBuiltins(context, (name) => module.require(name), true);
  Object.defineProperty(context, "module", { value: module, writable: true, configurable: true });
  Object.defineProperty(context, "require", {
    value: commonjs.makeRequire(module),
    writable: true,
    configurable: true,
  });
}

/** Defines `_` or `_error`: the last result or error, until the program assigns to it. */
function defineResult(
  self: REPLServer,
  name: string,
  property: "last" | "lastError",
  flag: "underscoreAssigned" | "underscoreErrAssigned",
): void {
  Object.defineProperty(self.context, name, {
    get: () => self[property],
    set(value: unknown) {
      self[property] = value;
      if (self[flag]) return;
      self[flag] = true;
      self.output.write(`Expression assignment to ${name} now disabled.\n`);
    },
    configurable: true,
  });
}
