// The Interface of node:readline: lines of a stream, a prompt and questions. On a terminal it reads keys, and
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
import type { Key } from "internal:node/readline/keys";
import type { NodeStream } from "internal:node/streams/kinds";
import type { AbortSignal } from "web:abort";
import { kFirstEventParam } from "internal:core/events/symbols";
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

/** The time-out for the rest of a sequence after an escape character. As in Node, the error has this value, not the invalid one. */
const ESCAPE_CODE_TIMEOUT_MS = 500;

/** A stream of input; on a terminal it has a raw mode. */
export interface InputStream extends NodeStream {
  isRaw?: boolean;
  setRawMode?(mode: boolean): unknown;
}

/** A stream of output; on a terminal it has columns. */
export interface OutputStream extends NodeStream {
  isTTY?: boolean;
  columns?: number;
  getColorDepth?(): number;
}

/** The completer of a program: synchronous, with a promise, or with a callback. */
export type Completer = (line: string, callback?: (error: unknown, result?: unknown) => void) => unknown;

/** The options of an interface. Members typed `unknown` are checked by the constructor. */
export interface InterfaceOptions {
  input: InputStream;
  output?: OutputStream | null;
  completer?: unknown;
  terminal?: unknown;
  crlfDelay?: number;
  prompt?: unknown;
  history?: unknown;
  historySize?: unknown;
  removeHistoryDuplicates?: unknown;
  tabSize?: unknown;
  escapeCodeTimeout?: unknown;
  signal?: AbortSignal;
}

/** The options of a question. */
export interface QuestionOptions {
  signal?: AbortSignal;
}

/** What an interface has. Programs call and replace the methods with an underscore. */
export interface Interface extends EventEmitter {
  input: InputStream;
  output: OutputStream | null | undefined;
  completer: Completer | undefined;
  terminal: boolean;
  line: string;
  cursor: number;
  /** The newest line first. */
  history: string[];
  historySize: number;
  /** The index of the recalled line; -1: none. */
  historyIndex: number;
  /** What was typed before a line was recalled. */
  historyDraft?: string;
  removeHistoryDuplicates: boolean;
  tabSize: number;
  escapeCodeTimeout: number;
  crlfDelay: number;
  closed: boolean;
  paused: boolean;
  /** False while pasted text is inserted. */
  isCompletionEnabled: boolean;
  /** The row of the cursor when the line was drawn. */
  prevRows: number;
  /** When a carriage return was the last key; 0: it was not. */
  _returnAt: number;
  [kDecoder]: { write(bytes: unknown): string; end(): string };
  /** The start of a line without its end. */
  [kBuffered]: string | null;
  /** When the input ended with a carriage return; 0: it did not. */
  [kReturnAt]: number;
  [kPrompt]: string;
  [kOldPrompt]: string | undefined;
  [kQuestion]: ((answer: string) => void) | null;
  [kIterator]: AsyncIterableIterator<string> | undefined;
  getPrompt(): string;
  setPrompt(prompt: string): void;
  prompt(preservesCursor?: boolean): void;
  getCursorPos(): { cols: number; rows: number };
  clearLine(): void;
  close(): void;
  pause(): unknown;
  resume(): unknown;
  write(data: unknown, key?: Partial<Key>): void;
  _onLine(line: string): void;
  _ttyWrite(text: string | undefined, key?: Partial<Key>): void;
  _refreshLine(): void;
  _setRawMode(mode: boolean): boolean | undefined;
  _writeToOutput(text: string): void;
  _historyPrev(): void;
  _historyNext(): void;
}
type InterfaceClass = new (input: unknown, output?: unknown, completer?: unknown, terminal?: unknown) => Interface;

function readOptions(input: unknown, output: unknown, completer: unknown, terminal: unknown): InterfaceOptions {
  if ((input as InterfaceOptions)?.input === undefined)
    return { input, output, completer, terminal } as InterfaceOptions;
  const options = input as InterfaceOptions;
  if (options.signal) validateAbortSignal(options.signal, "options.signal");
  return options;
}

/** Constructs an interface; also the base of the one with promises. */
export function Interface(
  this: Interface,
  input: unknown,
  output?: unknown,
  completer?: unknown,
  terminal?: unknown,
): Interface {
  if (!new.target && !((this as unknown) instanceof Interface))
    return new (Interface as unknown as InterfaceClass)(input, output, completer, terminal);
  EventEmitter.call(this);
  const options = readOptions(input, output, completer, terminal);
  setUp(this, options);
  return this;
}
Object.setPrototypeOf(Interface.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Interface, EventEmitter);

function setUp(rl: Interface, options: InterfaceOptions): void {
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
  rl.completer = completer as Completer | undefined;
  rl.terminal = (options.terminal as boolean | null | undefined) ?? Boolean(output?.isTTY);
  rl.line = "";
  rl.cursor = 0;
  rl.history = history as string[];
  rl.historySize = historySize;
  rl.tabSize = tabSize ?? 8;
  rl.escapeCodeTimeout = (escapeCodeTimeout as number | undefined) ?? ESCAPE_CODE_TIMEOUT_MS;
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
      value: (hidden as Record<symbol, unknown>)[key],
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
  listen(rl, input);
  if (signal) {
    const disposable = addAbortListener(signal, () => rl.close());
    rl.once("close", disposable[Symbol.dispose]);
  }
}

/** Keys instead of lines: the terminal is in raw mode while the interface is open. */
function listenToKeys(rl: Interface, input: InputStream): void {
  const { output } = rl;
  const onKey = (text: string | undefined, key: Key | undefined): void => {
    rl._ttyWrite(text, key);
    if (key?.sequence === undefined || rl.closed) return;
    // The surrogates of a character are separate keys.
    const code = key.sequence.codePointAt(0)!;
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

function listen(rl: Interface, input: InputStream): void {
  if (rl.terminal) return listenToKeys(rl, input);
  const onData = (data: unknown): void => addText(rl, data);
  const onError = (error: unknown): void => void rl.emit("error", error);
  const onEnd = (): void => {
    const rest = (rl[kBuffered] ?? "") + rl[kDecoder].end();
    rl[kBuffered] = null;
    // As in Node, a line without its end does not answer a question.
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

function addText(rl: Interface, data: unknown): void {
  let text = rl[kDecoder].write(data);
  if (text === "") return;
  // A pair of \r and \n may be split: within crlfDelay they are one line end.
  if (rl[kReturnAt] !== 0 && Date.now() - rl[kReturnAt] <= rl.crlfDelay && text.charCodeAt(0) === 0x0a)
    text = text.slice(1);
  rl[kReturnAt] = text.endsWith("\r") ? Date.now() : 0;
  // Only the new chunk is searched: a line may arrive in thousands of chunks.
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
  // By index: a listener may change the iteration of arrays.
  for (let index = 0; index < lines.length; index++) onLine(rl, lines[index]!);
}

function onLine(rl: Interface, line: string): void {
  const question = rl[kQuestion];
  if (question === null) return void rl.emit("line", line);
  rl[kQuestion] = null;
  rl.setPrompt(rl[kOldPrompt]!);
  question(line);
}

/** Writes the query and calls `callback(answer)` with the next line. */
export function startQuestion(rl: Interface, query: string, callback: (answer: string) => void): void {
  if (rl.closed) throw new ERR_USE_AFTER_CLOSE("readline");
  if (rl[kQuestion] !== null) return void rl.prompt();
  rl[kOldPrompt] = rl[kPrompt];
  rl.setPrompt(query);
  rl[kQuestion] = callback;
  rl.prompt();
}

/** Cancels the question. */
export function cancelQuestion(rl: Interface): void {
  if (rl[kQuestion] === null) return;
  rl[kQuestion] = null;
  rl.setPrompt(rl[kOldPrompt]!);
  if (rl.output) rl.output.write("\n");
}

const methods = {
  _onLine(this: Interface, line: string): void {
    onLine(this, line);
  },
  /** Handles a key; programs replace it to intercept keys. */
  _ttyWrite(this: Interface, text: string | undefined, key?: Partial<Key>): void {
    editor.handleKey(this, text, key);
  },
  /** Drops the line and starts an empty one. */
  clearLine(this: Interface): void {
    editor.dropLine(this);
  },
  _refreshLine(this: Interface): void {
    editor.refreshLine(this);
  },
  _setRawMode(this: Interface, mode: boolean): boolean | undefined {
    const wasRaw = this.input.isRaw;
    if (typeof this.input.setRawMode === "function") this.input.setRawMode(mode);
    return wasRaw;
  },
  /** Writes all output of the interface; programs replace it to hide input. */
  _writeToOutput(this: Interface, text: string): void {
    validateString(text, "stringToWrite");
    if (this.output !== null && this.output !== undefined) this.output.write(text);
  },
  getPrompt(this: Interface): string {
    return this[kPrompt];
  },
  setPrompt(this: Interface, prompt: string): void {
    this[kPrompt] = prompt;
  },
  /** Writes the prompt and resumes the input. */
  prompt(this: Interface, preservesCursor?: boolean): void {
    if (this.paused) this.resume();
    if (this.terminal && this.output) {
      if (!preservesCursor) this.cursor = 0;
      this._refreshLine();
    } else this._writeToOutput(this[kPrompt]);
  },
  /** Writes the query and calls `callback(answer)` with the next line. `options.signal` cancels the question. */
  question(this: Interface, query: string, options: unknown, callback?: unknown): void {
    callback = typeof options === "function" ? options : callback;
    const { signal }: QuestionOptions = typeof options === "object" && options !== null ? options : {};
    if (typeof callback !== "function") return;
    const done = callback as (answer: string) => void;
    if (signal === undefined) return startQuestion(this, query, done);
    validateAbortSignal(signal, "options.signal");
    if (signal.aborted) return;
    const disposable = addAbortListener(signal, () => cancelQuestion(this));
    startQuestion(this, query, (answer) => {
      disposable[Symbol.dispose]();
      done(answer);
    });
  },
  close(this: Interface): void {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.emit("close");
  },
  pause(this: Interface): unknown {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE("readline");
    if (this.paused) return this;
    this.input.pause();
    this.paused = true;
    this.emit("pause");
    return this;
  },
  resume(this: Interface): unknown {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE("readline");
    if (!this.paused) return undefined;
    this.input.resume();
    this.paused = false;
    this.emit("resume");
    return this;
  },
  /** Handles `data` as if it had been read from the input. */
  write(this: Interface, data: unknown, key?: Partial<Key>): void {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE("readline");
    if (this.paused) this.resume();
    if (this.terminal) return this._ttyWrite((data ?? undefined) as string | undefined, key);
    if (data !== undefined && data !== null) addText(this, data);
  },
  getCursorPos(this: Interface): { cols: number; rows: number } {
    const { rows, cols } = editor.positionOf(this, this[kPrompt] + this.line.slice(0, this.cursor));
    return { cols, rows };
  },
  /** The lines from now on; ends when the interface closes. */
  [Symbol.asyncIterator](this: Interface): AsyncIterableIterator<string> {
    this[kIterator] ??= linesOf(this);
    return this[kIterator];
  },
};
for (const key of Reflect.ownKeys(methods)) {
  // In Node the methods of the class are not enumerable; those that the older module adds are.
  const isOlder = typeof key === "string" && (key.startsWith("_") || key === "question");
  Object.defineProperty(Interface.prototype, key, {
    value: (methods as Record<PropertyKey, unknown>)[key],
    writable: true,
    enumerable: isOlder,
    configurable: true,
  });
}
const disposeSymbol = Symbol.dispose as symbol | undefined;
if (disposeSymbol !== undefined)
  Object.defineProperty(Interface.prototype, disposeSymbol, {
    value: methods.close,
    writable: true,
    configurable: true,
  });

/** The lines as an iterator of events, which yields them without another promise for each. */
function linesOf(rl: Interface): AsyncIterableIterator<string> {
  return events.default.on(rl, "line", {
    close: ["close"],
    highWaterMark: 1024,
    [kFirstEventParam]: true,
  });
}

/** The promise of an answer. Rejects with AbortError when `options.signal` aborts. */
export function questionPromise(rl: Interface, query: string, options: QuestionOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    if (signal === undefined) return startQuestion(rl, query, resolve);
    validateAbortSignal(signal, "options.signal");
    if (signal.aborted) return reject(new AbortError(undefined, { cause: signal.reason }));
    const disposable = addAbortListener(signal, () => {
      cancelQuestion(rl);
      reject(new AbortError(undefined, { cause: signal.reason }));
    });
    startQuestion(rl, query, (answer) => {
      disposable[Symbol.dispose]();
      resolve(answer);
    });
  });
}
