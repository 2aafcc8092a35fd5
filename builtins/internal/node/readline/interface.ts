// The Interface of node:readline: lines of a stream, a prompt and questions. On a terminal keys are read one by one, and
// `internal:node/readline/editor` edits the line.
import { EventEmitter } from "internal:core/events/emitter";
import { StringDecoder } from "internal:core/string_decoder";
import { AbortError, ERR_INVALID_ARG_VALUE, ERR_USE_AFTER_CLOSE } from "internal:core/errors";
import {
  validateAbortSignal,
  validateArray,
  validateNumber,
  validateString,
  validateUint32,
} from "internal:core/validators";
import { addAbortListener } from "internal:core/events/abort_listener";
import defer * as editor from "internal:node/readline/editor";
import defer * as keys from "internal:node/readline/keys";
import defer * as events from "internal:node/events";

const LINE_END = /\r\n|\n|\r(?!\n)|\u2028|\u2029/g;
const HISTORY_SIZE = 30;
const CRLF_DELAY_MIN_MS = 100;

export const kDecoder = Symbol("decoder");
export const kBuffered = Symbol("line_buffer");
export const kReturnAt = Symbol("sawReturnAt");
export const kPrompt = Symbol("prompt");
export const kOldPrompt = Symbol("oldPrompt");
export const kQuestion = Symbol("questionCallback");
const kIterator = Symbol("lineObjectStream");

/** How long after an escape the rest of its sequence is waited for. Node names it, not what was given, in the error. */
const ESCAPE_CODE_TIMEOUT_MS = 500;

function readOptions(input: any, output: any, completer: any, terminal: any): any {
  if (input?.input === undefined) return { input, output, completer, terminal };
  const options = input;
  if (options.signal) validateAbortSignal(options.signal, "options.signal");
  return options;
}

/** Constructs an interface; also the base of the one with promises. */
export function Interface(this: any, input: any, output?: any, completer?: any, terminal?: any): any {
  if (!new.target && !(this instanceof (Interface as any)))
    return new (Interface as any)(input, output, completer, terminal);
  (EventEmitter as any).call(this);
  const options = readOptions(input, output, completer, terminal);
  setUp(this, options);
  return this;
}
Object.setPrototypeOf(Interface.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Interface, EventEmitter);

function setUp(rl: any, options: any): void {
  const {
    input,
    output,
    completer,
    crlfDelay,
    prompt = "> ",
    history = [],
    historySize = HISTORY_SIZE,
    tabSize,
    escapeCodeTimeout,
    signal,
  } = options;
  if (completer !== undefined && typeof completer !== "function")
    throw new ERR_INVALID_ARG_VALUE("completer", completer);
  if (options.history !== undefined) validateArray(history, "history");
  validateNumber(historySize, "size", 0);
  if (tabSize !== undefined) validateUint32(tabSize, "tabSize", true);
  if (escapeCodeTimeout !== undefined && !Number.isFinite(escapeCodeTimeout))
    throw new ERR_INVALID_ARG_VALUE("input.escapeCodeTimeout", ESCAPE_CODE_TIMEOUT_MS);
  rl.input = input;
  rl.output = output;
  rl.completer = completer;
  rl.terminal = options.terminal ?? Boolean(output?.isTTY);
  rl.line = "";
  rl.cursor = 0;
  rl.history = history;
  rl.historySize = historySize;
  rl.tabSize = tabSize ?? 8;
  rl.escapeCodeTimeout = escapeCodeTimeout ?? ESCAPE_CODE_TIMEOUT_MS;
  rl.crlfDelay = crlfDelay ? Math.max(CRLF_DELAY_MIN_MS, crlfDelay) : CRLF_DELAY_MIN_MS;
  rl.closed = false;
  rl.paused = false;
  rl.isCompletionEnabled = true;
  rl.prevRows = 0;
  if (rl.terminal) {
    rl.historyIndex = -1;
    rl.removeHistoryDuplicates = Boolean(options.removeHistoryDuplicates);
  }
  const hidden = {
    [kDecoder]: new StringDecoder("utf8"),
    [kBuffered]: null,
    [kReturnAt]: 0,
    [kPrompt]: `${prompt}`,
    [kOldPrompt]: undefined,
    [kQuestion]: null,
    [kIterator]: undefined,
  };
  for (const key of Object.getOwnPropertySymbols(hidden)) {
    Object.defineProperty(rl, key, {
      value: (hidden as any)[key],
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
  listen(rl, input);
  if (signal) {
    const disposable = addAbortListener(signal, () => rl.close());
    rl.once("close", disposable[(Symbol as any).dispose]);
  }
}

/** Keys instead of lines: the terminal is in raw mode while the interface is open. */
function listenToKeys(rl: any, input: any): void {
  const { output } = rl;
  const onKey = (text: string | undefined, key: any): void => {
    rl._ttyWrite(text, key);
    if (key?.sequence === undefined || rl.closed) return;
    // The surrogates of a character come one by one.
    const code = key.sequence.codePointAt(0);
    if (code >= 0xd800 && code <= 0xdfff) rl._refreshLine();
  };
  const onEnd = (): void => {
    if (rl.line !== "") rl.emit("line", rl.line);
    rl.close();
  };
  const onError = (error: unknown): void => void rl.emit("error", error);
  const onResize = (): void => rl._refreshLine();
  Object.defineProperty(rl, "_returnAt", { value: 0, writable: true, configurable: true });
  keys.emitKeypressEvents(input, rl);
  input.on("error", onError);
  input.on("keypress", onKey);
  input.on("end", onEnd);
  rl._setRawMode(true);
  output?.on?.("resize", onResize);
  rl.once("close", () => {
    input.removeListener("keypress", onKey);
    input.removeListener("end", onEnd);
    input.removeListener("error", onError);
    output?.removeListener?.("resize", onResize);
    rl._setRawMode(false);
  });
  input.resume();
}

function listen(rl: any, input: any): void {
  if (rl.terminal) return listenToKeys(rl, input);
  const onData = (data: unknown): void => addText(rl, data);
  const onError = (error: unknown): void => void rl.emit("error", error);
  const onEnd = (): void => {
    const rest = (rl[kBuffered] ?? "") + rl[kDecoder].end();
    rl[kBuffered] = null;
    // What has no line end answers no question, as in Node.
    if (rest !== "") rl.emit("line", rest);
    rl.close();
  };
  input.on("error", onError);
  input.on("data", onData);
  input.on("end", onEnd);
  rl.once("close", () => {
    input.removeListener("data", onData);
    input.removeListener("end", onEnd);
    input.removeListener("error", onError);
  });
  input.resume();
}

function addText(rl: any, data: any): void {
  let text: string = rl[kDecoder].write(data);
  if (text === "") return;
  // A pair of \r and \n may be cut in two: within crlfDelay they are one line end.
  if (rl[kReturnAt] !== 0 && Date.now() - rl[kReturnAt] <= rl.crlfDelay && text.charCodeAt(0) === 0x0a)
    text = text.slice(1);
  rl[kReturnAt] = text.endsWith("\r") ? Date.now() : 0;
  // Only what is new is searched: a line may come in thousands of pieces.
  let start = 0;
  const lines: string[] = [];
  LINE_END.lastIndex = 0;
  for (let match = LINE_END.exec(text); match !== null; match = LINE_END.exec(text)) {
    lines.push(text.slice(start, match.index));
    start = LINE_END.lastIndex;
  }
  const rest = start === 0 ? text : text.slice(start);
  if (lines.length === 0) {
    if (rest !== "") rl[kBuffered] = (rl[kBuffered] ?? "") + rest;
    return;
  }
  if (rl[kBuffered] !== null) lines[0] = rl[kBuffered] + lines[0];
  rl[kBuffered] = rest === "" ? null : rest;
  for (const line of lines) onLine(rl, line);
}

function onLine(rl: any, line: string): void {
  const question = rl[kQuestion];
  if (question === null) return void rl.emit("line", line);
  rl[kQuestion] = null;
  rl.setPrompt(rl[kOldPrompt]);
  question(line);
}

/** Asks and calls `callback(answer)`; the way back takes the question away. */
export function ask(rl: any, query: string, callback: (answer: string) => void): void {
  if (rl.closed) throw new ERR_USE_AFTER_CLOSE("readline");
  if (rl[kQuestion] !== null) return void rl.prompt();
  rl[kOldPrompt] = rl[kPrompt];
  rl.setPrompt(query);
  rl[kQuestion] = callback;
  rl.prompt();
}

/** Takes a question back. */
export function forgetQuestion(rl: any): void {
  if (rl[kQuestion] === null) return;
  rl[kQuestion] = null;
  rl.setPrompt(rl[kOldPrompt]);
  if (rl.output) rl.output.write("\n");
}

const methods = {
  _onLine(this: any, line: string): void {
    onLine(this, line);
  },
  /** Does what a key asks for; programs replace it to see keys first. */
  _ttyWrite(this: any, text: string | undefined, key?: any): void {
    editor.handleKey(this, text, key);
  },
  /** Gives the line up and begins a new one. */
  clearLine(this: any): void {
    editor.dropLine(this);
  },
  _refreshLine(this: any): void {
    editor.refreshLine(this);
  },
  _setRawMode(this: any, mode: boolean): boolean {
    const wasRaw = this.input.isRaw;
    if (typeof this.input.setRawMode === "function") this.input.setRawMode(mode);
    return wasRaw;
  },
  /** All that an interface writes comes by here; programs replace it to hide what is typed. */
  _writeToOutput(this: any, text: string): void {
    validateString(text, "stringToWrite");
    if (this.output !== null && this.output !== undefined) this.output.write(text);
  },
  getPrompt(this: any): string {
    return this[kPrompt];
  },
  setPrompt(this: any, prompt: string): void {
    this[kPrompt] = prompt;
  },
  /** Writes the prompt and lets input flow. */
  prompt(this: any, preservesCursor?: boolean): void {
    if (this.paused) this.resume();
    if (this.terminal && this.output) {
      if (!preservesCursor) this.cursor = 0;
      this._refreshLine();
    } else this._writeToOutput(this[kPrompt]);
  },
  /** Asks and calls `callback(answer)` with the next line. `options.signal` takes the question back. */
  question(this: any, query: string, options: any, callback?: any): void {
    callback = typeof options === "function" ? options : callback;
    const { signal } = typeof options === "object" && options !== null ? options : ({} as any);
    if (typeof callback !== "function") return;
    if (signal === undefined) return ask(this, query, callback);
    validateAbortSignal(signal, "options.signal");
    if (signal.aborted) return;
    const disposable = addAbortListener(signal, () => forgetQuestion(this));
    ask(this, query, (answer) => {
      disposable[(Symbol as any).dispose]();
      callback(answer);
    });
  },
  close(this: any): void {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.emit("close");
  },
  pause(this: any): any {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE("readline");
    if (this.paused) return this;
    this.input.pause();
    this.paused = true;
    this.emit("pause");
    return this;
  },
  resume(this: any): any {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE("readline");
    if (!this.paused) return undefined;
    this.input.resume();
    this.paused = false;
    this.emit("resume");
    return this;
  },
  /** Behaves as if `data` had come from the input. */
  write(this: any, data: any, key?: any): void {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE("readline");
    if (this.paused) this.resume();
    if (this.terminal) return this._ttyWrite(data ?? undefined, key);
    if (data !== undefined && data !== null) addText(this, data);
  },
  getCursorPos(this: any): { cols: number; rows: number } {
    const { rows, cols } = editor.positionOf(this, this[kPrompt] + this.line.slice(0, this.cursor));
    return { cols, rows };
  },
  /** The lines, from now on; ends when the interface closes. */
  [Symbol.asyncIterator](this: any): AsyncIterableIterator<string> {
    this[kIterator] ??= linesOf(this);
    return this[kIterator];
  },
};
for (const key of Reflect.ownKeys(methods)) {
  // Node's class has methods, and its older module the names with an underscore and the question beside them.
  const isOlder = typeof key === "string" && (key.startsWith("_") || key === "question");
  Object.defineProperty(Interface.prototype, key, {
    value: (methods as any)[key],
    writable: true,
    enumerable: isOlder,
    configurable: true,
  });
}
const disposeSymbol = (Symbol as any).dispose;
if (disposeSymbol !== undefined)
  Object.defineProperty(Interface.prototype, disposeSymbol, {
    value: methods.close,
    writable: true,
    configurable: true,
  });

function linesOf(rl: any): AsyncIterableIterator<string> {
  const source: any = (events.default as any).on(rl, "line", { close: ["close"], highWaterMark: 1024 });
  const unwrap = ({ value, done }: any): any => ({ done, value: done ? value : value[0] });
  return {
    next: () => source.next().then(unwrap),
    return: () => source.return(),
    throw: (error: unknown) => source.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  } as AsyncIterableIterator<string>;
}

/** The promise of an answer. Rejects with AbortError when `options.signal` aborts. */
export function questionPromise(rl: any, query: string, options: any = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    if (signal === undefined) return ask(rl, query, resolve);
    validateAbortSignal(signal, "options.signal");
    if (signal.aborted) return reject(new AbortError(undefined, { cause: signal.reason }));
    const disposable = addAbortListener(signal, () => {
      forgetQuestion(rl);
      reject(new AbortError(undefined, { cause: signal.reason }));
    });
    ask(rl, query, (answer) => {
      disposable[(Symbol as any).dispose]();
      resolve(answer);
    });
  });
}
