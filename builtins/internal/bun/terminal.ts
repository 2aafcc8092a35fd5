// `Bun.Terminal`: a pseudo-terminal that the program writes to and reads from. https://bun.com/docs/runtime/child-process#terminal
import { errnoException } from "internal:core/errors";
import { encodeUtf8 } from "internal:core/utf8";
import { type StreamHandle, openTerminalPair } from "internal:node/net/handle";
import { TerminalWord, WriteEncoding } from "native:net";
import * as native from "native:net";
import defer * as bunErrors from "internal:bun/errors";

const COLUMNS = 80;
const ROWS = 24;
const SIZE_MAX = 65535;
const NAME = "xterm-256color";
/** Arguments of "exit": closed by the program, or by the child. */
const CLOSED_HERE = 0;
const CLOSED_THERE = 1;

function size(value: unknown, otherwise: number, name: string): number {
  if (value === undefined) return otherwise;
  if (typeof value !== "number" || !(value >= 1) || value > SIZE_MAX)
    throw bunErrors.invalid(`Expected ${name} to be a number between 1 and ${SIZE_MAX}`);
  return Math.trunc(value);
}

/** The file descriptor for a child process. Throws when the terminal is closed. */
export let descriptorOf: (terminal: Terminal) => number;
/** Its value of `TERM`. */
export let nameOf: (terminal: Terminal) => string;
/** Closes the file descriptor of a terminal for one child once that child has it, so that the terminal ends with the child. */
export let handOver: (terminal: Terminal) => void;

interface TerminalOptions {
  cols?: number;
  rows?: number;
  /** The value of `TERM`. */
  name?: string;
  data?: (terminal: Terminal, bytes: Uint8Array) => void;
  exit?: (terminal: Terminal, code: number, signal: string | null) => void;
  drain?: (terminal: Terminal) => void;
}

/** `new Bun.Terminal({ cols, rows, name, data, exit, drain })`. */
export class Terminal {
  #handle: StreamHandle | null;
  #fd: number;
  #options: TerminalOptions;
  #isBlocked = false;
  #isForOneChild: boolean;

  constructor(options: TerminalOptions = {}, isForOneChild = false) {
    if (typeof options !== "object" || options === null) throw bunErrors.invalid("Terminal expects an object");
    for (const name of ["data", "exit", "drain"] as const)
      if (options[name] !== undefined && typeof options[name] !== "function")
        throw bunErrors.invalid(`Expected ${name} to be a function`);
    const pair = openTerminalPair(size(options.cols, COLUMNS, "cols"), size(options.rows, ROWS, "rows"));
    this.#handle = pair.handle;
    this.#fd = pair.fd;
    this.#options = options;
    this.#isForOneChild = isForOneChild;
    pair.handle.onRead = (_handle, bytes) =>
      this.#options.data?.(this, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    pair.handle.onEnd = () => this.#end(CLOSED_THERE);
    pair.handle.readStart();
    // Only a child keeps the process alive.
    if (!isForOneChild) pair.handle.unref();
  }

  static {
    descriptorOf = (terminal) => {
      terminal.#require();
      return terminal.#fd;
    };
    nameOf = (terminal) => terminal.#options.name ?? NAME;
    handOver = (terminal) => {
      if (terminal.#isForOneChild) terminal.#closeDescriptor();
    };
  }

  #require(): StreamHandle {
    if (this.#handle === null) throw new Error("Terminal is closed");
    return this.#handle;
  }

  #closeDescriptor(): void {
    if (this.#fd !== -1) native.closeDescriptor(this.#fd);
    this.#fd = -1;
  }

  #end(code: number): void {
    const handle = this.#handle;
    if (handle === null) return;
    this.#handle = null;
    this.#closeDescriptor();
    handle.close(() => this.#options.exit?.(this, code, null));
  }

  /** Writes a string or bytes to the terminal's input. Returns the number of bytes that were accepted. */
  write(data: string | ArrayBufferView | ArrayBuffer): number {
    const handle = this.#require();
    const bytes =
      typeof data === "string"
        ? encodeUtf8(data)
        : ArrayBuffer.isView(data)
          ? new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
          : new Uint8Array(data);
    const outcome = handle.write(bytes, WriteEncoding.UTF8, () => {
      if (this.#isBlocked) this.#options.drain?.(this);
      this.#isBlocked = false;
    });
    if (outcome < 0) throw errnoException(outcome, "write");
    if (outcome > 0) this.#isBlocked = true;
    return bytes.length;
  }

  /** Sets the size; programs receive SIGWINCH. */
  resize(cols: number, rows: number): void {
    check(native.setTerminalSize(this.#require().id, size(cols, COLUMNS, "cols"), size(rows, ROWS, "rows")), "ioctl");
  }
  setRawMode(enabled: boolean): void {
    check(native.setTerminalRaw(this.#require().id, Boolean(enabled)), "tcsetattr");
  }

  // The flags of termios(3).
  get inputFlags(): number {
    return this.#mode(TerminalWord.INPUT);
  }
  set inputFlags(flags: number) {
    this.#setMode(TerminalWord.INPUT, flags);
  }
  get outputFlags(): number {
    return this.#mode(TerminalWord.OUTPUT);
  }
  set outputFlags(flags: number) {
    this.#setMode(TerminalWord.OUTPUT, flags);
  }
  get controlFlags(): number {
    return this.#mode(TerminalWord.CONTROL);
  }
  set controlFlags(flags: number) {
    this.#setMode(TerminalWord.CONTROL, flags);
  }
  get localFlags(): number {
    return this.#mode(TerminalWord.LOCAL);
  }
  set localFlags(flags: number) {
    this.#setMode(TerminalWord.LOCAL, flags);
  }
  #mode(which: TerminalWord): number {
    return this.#handle === null ? 0 : native.terminalMode(this.#handle.id, which);
  }
  #setMode(which: TerminalWord, flags: number): void {
    check(native.setTerminalMode(this.#require().id, which, flags >>> 0), "tcsetattr");
  }

  get closed(): boolean {
    return this.#handle === null;
  }
  close(): void {
    this.#end(CLOSED_HERE);
  }
  ref(): void {
    this.#handle?.ref();
  }
  unref(): void {
    this.#handle?.unref();
  }
  [Symbol.dispose](): void {
    this.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}

function check(errno: number, syscall: string): void {
  if (errno < 0) throw errnoException(errno, syscall);
}
