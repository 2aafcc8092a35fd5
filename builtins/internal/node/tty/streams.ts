// tty.WriteStream: a terminal that is written to. node:tty and `process.stdout` share it. Writing is synchronous, as
// Node's is for terminals, files and pipes.
import { Writable } from "internal:node/stream";
import { load } from "internal:core/bootstrap";
import { getColorDepth, hasColors } from "internal:node/tty/color_depth";
import { nextTick } from "internal:core/ticks";
import { errnoException } from "internal:core/errors";
import { columns, kindOf, rows, writeBytes } from "native:stdio";

const TERMINAL = 2;

/** A stream over a descriptor of standard output or error that is no terminal. */
export class SyncWriteStream extends Writable {
  declare fd: number;
  declare _type: string;
  declare columns: number | undefined;
  declare rows: number | undefined;

  constructor(fd: number) {
    super({ decodeStrings: true, emitClose: false, autoDestroy: true });
    this.fd = fd;
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    try {
      writeBytes(this.fd, chunk);
    } catch (error: any) {
      // Node's standard output over a pipe is a socket, and words its errors so.
      return done(this._type === "pipe" ? errnoException(error.errno, "write") : error);
    }
    done();
  }
}

/** A stream over a terminal. */
export class TerminalWriteStream extends SyncWriteStream {
  constructor(fd: number) {
    super(fd);
    this._type = "tty";
    const width = columns(fd);
    if (width > 0) {
      this.columns = width;
      this.rows = rows(fd);
    }
  }

  /** Reads the size again; emits 'resize' when it changed. */
  _refreshSize(): void {
    const width = columns(this.fd);
    const height = rows(this.fd);
    if (width === this.columns && height === this.rows) return;
    this.columns = width;
    this.rows = height;
    this.emit("resize");
  }
  cursorTo(x: number, y?: any, callback?: any): boolean {
    return load("internal:node/readline/cursor").cursorTo(this, x, y, callback);
  }
  moveCursor(dx: number, dy: number, callback?: any): boolean {
    return load("internal:node/readline/cursor").moveCursor(this, dx, dy, callback);
  }
  clearLine(direction: number, callback?: any): boolean {
    return load("internal:node/readline/cursor").clearLine(this, direction, callback);
  }
  clearScreenDown(callback?: any): boolean {
    return load("internal:node/readline/cursor").clearScreenDown(this, callback);
  }
  getWindowSize(): [number | undefined, number | undefined] {
    return [this.columns, this.rows];
  }
}
Object.assign(TerminalWriteStream.prototype, { isTTY: true, getColorDepth, hasColors });
for (const name of ["_refreshSize", "cursorTo", "moveCursor", "clearLine", "clearScreenDown", "getWindowSize"]) {
  Object.defineProperty(TerminalWriteStream.prototype, name, { enumerable: true });
}

/** Whether a descriptor is a terminal. */
export function isTerminal(fd: number): boolean {
  return kindOf(fd) === TERMINAL;
}

/** Makes a stream that `destroy` does not end: standard output outlives everything. */
export function keepAlive(stream: any): void {
  stream._isStdio = true;
  stream.destroySoon = stream.destroy;
  stream._destroy = function (this: any, error: Error | null, done: (error?: Error | null) => void): void {
    done(error);
    this._undestroy();
    if (!this._writableState.emitClose) nextTick(() => this.emit("close"));
  };
}
