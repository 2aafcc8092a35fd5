// `REPLServer`: reads inputs line by line, runs them and prints what they give. Evaluation is in `evaluate`, errors in `errors`,
// the `.commands` in `commands`, keys in `keys`. https://nodejs.org/api/repl.html#class-replserver
import { Interface } from "internal:node/readline/interface";
// Programs and the prompt itself call them.
import "internal:node/readline/older_members";
import { addBuiltins } from "internal:loader/builtin_globals";
import { ERR_INVALID_REPL_EVAL_CONFIG, ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateFunction } from "internal:core/validators";
import * as commonjs from "internal:loader/commonjs";
import defer * as evaluation from "internal:node/repl/evaluate";
import { deprecateOnce, Recoverable, REPL_MODE_SLOPPY } from "internal:node/repl/protocol";
import { colouringWriter, writer } from "internal:node/repl/writer";
import { kBuffer, kIsStandalone, kLoading } from "internal:node/repl/state";
import defer * as commands from "internal:node/repl/commands";
import defer * as keys from "internal:node/repl/keys";
import defer * as errors from "internal:node/repl/errors";
import defer * as completion from "internal:node/repl/completion";
import defer * as history from "internal:node/repl/history";
import defer * as contexts from "internal:node/vm/contexts";
import defer * as domains from "internal:node/domain";
import processObject from "internal:node/process";
import defer * as consoles from "internal:node/console";
import { workingDirectory } from "internal:core/process/working_directory";
import { cwd } from "native:process";

const CONTINUATION = "| ";

let nextResource = 1;

/** `new repl.REPLServer(prompt | options, stream, eval, useGlobal, ignoreUndefined, replMode)`. */
export function REPLServer(
  this: any,
  prompt?: any,
  stream?: any,
  evaluator?: any,
  useGlobal?: any,
  ignoreUndefined?: any,
  replMode?: any,
): any {
  if (!new.target && !(this instanceof (REPLServer as any)))
    return new (REPLServer as any)(prompt, stream, evaluator, useGlobal, ignoreUndefined, replMode);
  const options = readOptions(prompt, stream, evaluator, useGlobal, ignoreUndefined, replMode);
  const self = this;
  const first = `${options.prompt ?? "> "}`;
  setProperties(self, options, first);
  self.lines = Object.assign([], { level: [] });
  const completer =
    options.completer ??
    ((text: string, callback: (error: unknown, answer: unknown) => void) => completion.complete(self, text, callback));
  (Interface as any).call(self, {
    input: options.input,
    output: options.output,
    completer,
    terminal: options.terminal,
    historySize: options.historySize,
    prompt: first,
  });
  const waiting = new Waiting(self);
  const evaluate =
    options.eval ??
    ((code: string, context: object, file: string, callback: (error: unknown, value?: unknown) => void) =>
      evaluateInput(self, waiting, code, context, file, callback));
  self.eval = self._domain.bind(evaluate);
  self.writer = options.writer ?? writer;
  if (options.useColors && self.writer === writer) self.writer = colouringWriter();
  self.commands = Object.create(null);
  commands.defineStandardCommands(self);
  errors.showErrors(self);
  self.resetContext();
  self.on("close", () => waiting.whenFree(() => self.emit("exit")));
  self.on("line", (line: string | null) => waiting.whenFree(() => takeLine(self, line || "")));
  keys.watchKeys(self, (work: () => void) => waiting.whenFree(work));
  if (self[kIsStandalone]) standalone = self;
  self.displayPrompt();
  return self;
}
Object.setPrototypeOf(REPLServer.prototype, Interface.prototype);
Object.setPrototypeOf(REPLServer, Interface);

// The properties that programs see, and those of this implementation.
function setProperties(self: any, options: any, initialPrompt: string): void {
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

/** The prompt that the command line started. */
export let standalone: any;

function readOptions(
  prompt: any,
  stream: any,
  evaluator: any,
  useGlobal: any,
  ignoreUndefined: any,
  replMode: any,
): any {
  const isObject = prompt !== null && typeof prompt === "object";
  const options = isObject ? { ...prompt } : { prompt, eval: evaluator, useGlobal, ignoreUndefined, replMode };
  if (isObject && prompt[kIsStandalone] === true) options[kIsStandalone] = true;
  if (options.breakEvalOnSigint && options.eval) throw new ERR_INVALID_REPL_EVAL_CONFIG();
  if (options.eval !== undefined && options.eval !== null && typeof options.eval !== "function")
    throw new ERR_INVALID_ARG_TYPE("options.eval", "Function", options.eval);
  let source = isObject ? (options.stream ?? options.socket) : stream;
  if (!options.input && !options.output) {
    source ??= processObject;
    options.input = source.stdin ?? source;
    options.output = source.stdout ?? source;
  }
  options.terminal = Boolean(options.terminal ?? options.output?.isTTY);
  if (options.terminal || options.output?.isTTY) options.useColors ??= canColour(options.output);
  return options;
}

function canColour(output: any): boolean {
  const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS } = processObject.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR || NODE_DISABLE_COLORS) return false;
  return Boolean(output?.isTTY) && (typeof output.getColorDepth === "function" ? output.getColorDepth() > 2 : true);
}

/** What arrives while an input awaits has its turn afterwards. */
class Waiting {
  #repl: any;
  #isBusy = false;
  #queue: (() => void)[] = [];
  constructor(repl: any) {
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

/** The evaluator of a prompt that was given none. */
function evaluateInput(
  self: any,
  waiting: Waiting,
  code: string,
  context: object,
  file: string,
  callback: (error: unknown, value?: unknown) => void,
): void {
  const outcome = evaluation.evaluate(code, self.useGlobal ? null : context, file, self.replMode);
  if (outcome.error !== undefined) {
    const { thrown } = outcome.error;
    if (thrown instanceof Recoverable) return callback(thrown);
    const current: any = processObject.domain;
    if (current) {
      current.emit("error", thrown);
      current.exit();
      return;
    }
    return callback(thrown);
  }
  if (!outcome.isPromised) return code === "\n" ? callback(null) : callback(null, outcome.value);
  waiting.begin();
  const domain: any = processObject.domain;
  void (async () => {
    try {
      const settled: any = await outcome.value;
      callback(null, settled?.value);
    } catch (error) {
      const thrown = evaluation.reword(error);
      if (domain) domain.emit("error", thrown);
      else callback(thrown);
    } finally {
      waiting.end();
    }
  })();
}

function takeLine(self: any, line: string): void {
  self.sawInterrupt = false;
  if (self.editorMode) {
    self[kBuffer] += `${line}\n`;
    return;
  }
  const trimmed = line.trim();
  if (trimmed.startsWith(".") && trimmed[1] !== "." && Number.isNaN(Number.parseFloat(trimmed))) {
    const [, keyword, rest] = /^\.(\S+)\s*(.*)$/.exec(trimmed) ?? [];
    const command = keyword === undefined ? undefined : self.commands[keyword];
    if (command !== undefined) return command.action.call(self, rest);
    if (self[kBuffer] === "") {
      self.output.write("Invalid REPL keyword\n");
      return self.displayPrompt();
    }
  }
  const isNpm = trimmed.startsWith("npm ") && self[kBuffer] === "";
  self.eval(`${self[kBuffer]}${line}\n`, self.context, `REPL${nextResource++}`, (...answer: [unknown, unknown?]) =>
    finish(self, line, isNpm, answer),
  );
}

function finish(self: any, line: string, isNpm: boolean, answer: [unknown, unknown?]): void {
  const [error, value] = answer;
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
  if (error) return void self._domain.emit("error", (error as any).err || error);
  self.clearBufferedCommand();
  self.sawEnd = false;
  if (answer.length === 2 && (!self.ignoreUndefined || value !== undefined)) {
    if (!self.underscoreAssigned) self.last = value;
    self.output.write(`${self.writer(value)}\n`);
  }
  self.displayPrompt();
}

const methods = {
  /** Shows the prompt, or that of a continued input. */
  displayPrompt(this: any, preservesCursor?: boolean): void {
    if (this.closed) return;
    (Interface as any).prototype.setPrompt.call(this, this[kBuffer] === "" ? this._initialPrompt : CONTINUATION);
    this.prompt(preservesCursor);
  },
  setPrompt(this: any, prompt: string): void {
    this._initialPrompt = prompt;
    (Interface as any).prototype.setPrompt.call(this, prompt);
  },
  clearBufferedCommand(this: any): void {
    this[kBuffer] = "";
  },
  /** Adds a command: `.keyword`. Throws ERR_INVALID_ARG_TYPE without an action. */
  defineCommand(this: any, keyword: string, command: any): void {
    const given = typeof command === "function" ? { action: command } : command;
    validateFunction(given.action, "cmd.action");
    this.commands[keyword] = given;
  },
  close(this: any): void {
    if (this.historyManager?.isFlushing === true) {
      this.once("flushHistory", () => this.close());
      return;
    }
    (Interface as any).prototype.close.call(this);
  },
  complete(this: any, ...values: unknown[]): void {
    this.completer(...values);
  },
  completeOnEditorMode: (callback: Function) => (error: unknown, results: [string[], string]) => {
    if (error) return callback(error);
    const [completions, on = ""] = results;
    const shared = completions.filter(Boolean);
    callback(null, on !== "" && shared.length === 1 ? [[shared[0]], on] : [[], on]);
  },
  /** Loads the history from a file and keeps it there: `options` is its path, or `{ filePath, size, removeHistoryDuplicates, onHistoryFileLoaded }`. */
  setupHistory(this: any, options: any = {}, callback?: any): void {
    const given = typeof options === "string" ? { filePath: options } : options;
    this.historyManager = history.start(this, given, callback ?? given.onHistoryFileLoaded);
  },
  createContext(this: any): object {
    if (this.useGlobal) {
      evaluation.prepareContext(globalThis);
      giveModules(globalThis);
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
      value: new (consoles.default as any).Console(this.output),
      writable: true,
      configurable: true,
    });
    giveModules(context);
    return context;
  },
  /** Makes a new context; what inputs declared is gone. */
  resetContext(this: any): void {
    this.context = this.createContext();
    this.underscoreAssigned = false;
    this.underscoreErrAssigned = false;
    this.lines = Object.assign([], { level: [] });
    giveResult(this, "_", "last", "underscoreAssigned");
    giveResult(this, "_error", "lastError", "underscoreErrAssigned");
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
    get(this: any) {
      warnOfStreams();
      return this[current];
    },
    set(this: any, value: unknown) {
      warnOfStreams();
      this[current] = value;
    },
    enumerable: false,
    configurable: true,
  });
}
for (const key of Object.keys(methods)) {
  Object.defineProperty(REPLServer.prototype, key, {
    value: (methods as any)[key],
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** What the language itself puts into every global object. */
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

/** `module`, `require` and the builtin modules, as if the prompt were a file in the working directory. */
function giveModules(context: any): void {
  const Module: any = commonjs.Module;
  const module = new Module("<repl>");
  Object.defineProperty(module, "path", { get: () => cwd(), set() {}, enumerable: true, configurable: true });
  module.paths = Module._nodeModulePaths(workingDirectory()).concat(Module.globalPaths);
  addBuiltins(context, (name) => module.require(name));
  Object.defineProperty(context, "module", { value: module, writable: true, configurable: true });
  Object.defineProperty(context, "require", {
    value: commonjs.makeRequire(module),
    writable: true,
    configurable: true,
  });
}

/** `_` and `_error`: the last result, until the program assigns to them. */
function giveResult(self: any, name: string, property: string, flag: string): void {
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
