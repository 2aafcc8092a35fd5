// tty.WriteStream, used by node:tty and `process.stdout`. Writing is synchronous, as in Node for terminals, files and pipes.
import { Writable } from "internal:node/stream";
import { safe, load } from "internal:core/bootstrap";
import { getColorDepth, hasColors } from "internal:node/tty/color_depth";
import { nextTick } from "internal:core/ticks";
import { errnoException } from "internal:core/errors";
import { DescriptorKind, columns, kindOf, rows, writeBytes } from "native:stdio";

/** A stream over a file descriptor of standard output or error that is not a terminal. */
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
    } catch (thrown) {
      const error = thrown as Error & { errno: number };
      // In Node standard output over a pipe is a socket: the error is a socket's.
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
  cursorTo(x: number, y?: unknown, callback?: unknown): boolean {
    return load("internal:node/readline/cursor").cursorTo(this, x, y, callback);
  }
  moveCursor(dx: number, dy: number, callback?: unknown): boolean {
    return load("internal:node/readline/cursor").moveCursor(this, dx, dy, callback);
  }
  clearLine(direction: number, callback?: unknown): boolean {
    return load("internal:node/readline/cursor").clearLine(this, direction, callback);
  }
  clearScreenDown(callback?: unknown): boolean {
    return load("internal:node/readline/cursor").clearScreenDown(this, callback);
  }
  getWindowSize(): [number | undefined, number | undefined] {
    return [this.columns, this.rows];
  }
}
safe.assign(TerminalWriteStream.prototype, { isTTY: true, getColorDepth, hasColors });
for (const name of ["_refreshSize", "cursorTo", "moveCursor", "clearLine", "clearScreenDown", "getWindowSize"]) {
  safe.defineProperty(TerminalWriteStream.prototype, name, { enumerable: true });
}

/** Whether a file descriptor is a terminal. */
export function isTerminal(fd: number): boolean {
  return kindOf(fd) === DescriptorKind.TERMINAL;
}

/** Makes `destroy` keep the stream open: standard output is never closed. */
export function keepAlive(stream: any): void {
  stream._isStdio = true;
  stream.destroySoon = stream.destroy;
  stream._destroy = function (this: any, error: Error | null, done: (error?: Error | null) => void): void {
    done(error);
    this._undestroy();
    if (!this._writableState.emitClose) nextTick(() => this.emit("close"));
  };
}
