// node:tty: terminals, to be read and written. https://nodejs.org/api/tty.html
import { ERR_INVALID_FD, ERR_TTY_INIT_FAILED } from "internal:errors";
import { Readable } from "node:stream";
import { callback } from "internal:ops";
import { Buffer } from "internal:buffer";
import { isTerminal, TerminalWriteStream } from "internal:tty/streams";
import { read } from "native:fs";
import process from "node:process";
import { setRawMode } from "native:stdio";

const CHUNK_BYTES = 64 * 1024;
const EINVAL = { errno: -22, code: "EINVAL", message: "invalid argument", syscall: "uv_tty_init" };

/** Whether a descriptor is a terminal; false for anything that is no descriptor. */
function isatty(fd: any): boolean {
  return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && isTerminal(fd);
}

/** Terminals that are raw now. A process must not leave one behind like that. */
const rawTerminals = new Set<number>();

function setRaw(stream: TerminalReadStream, isRaw: boolean): void {
  try {
    setRawMode(stream.fd, isRaw);
  } catch (error) {
    stream.emit("error", error);
    return;
  }
  stream.isRaw = isRaw;
  if (!isRaw) rawTerminals.delete(stream.fd);
  else if (rawTerminals.add(stream.fd).size === 1) process.once("exit", restore);
}

function restore(): void {
  for (const fd of rawTerminals) setRawMode(fd, false);
  rawTerminals.clear();
}

function checkTerminal(fd: any): void {
  if (!(fd >= 0) || fd >> 0 !== fd) throw new ERR_INVALID_FD(fd);
  if (!isTerminal(fd)) throw new ERR_TTY_INIT_FAILED({ ...EINVAL });
}

class TerminalReadStream extends Readable {
  declare fd: number;
  isRaw = false;
  isTTY = true;

  constructor(fd: number) {
    super({ highWaterMark: CHUNK_BYTES, emitClose: false });
    this.fd = fd;
  }

  _read(): void {
    const buffer = new Uint8Array(CHUNK_BYTES);
    callback(read, (error, count) => {
      if (error !== null) return void this.destroy(error);
      this.push(count === 0 ? null : Buffer.from(buffer.buffer, 0, count));
    }, this.fd, buffer, 0, CHUNK_BYTES, -1);
  }

  /** Gives keys at once, unseen and uninterpreted; the mode from before comes back when the process ends. */
  setRawMode(flag: boolean): this {
    setRaw(this, Boolean(flag));
    return this;
  }
}
Object.defineProperty(TerminalReadStream.prototype, "setRawMode", { enumerable: true });

function ReadStream(fd: any): any {
  checkTerminal(fd);
  return new TerminalReadStream(fd);
}
ReadStream.prototype = TerminalReadStream.prototype;

function WriteStream(fd: any): any {
  checkTerminal(fd);
  return new TerminalWriteStream(fd);
}
WriteStream.prototype = TerminalWriteStream.prototype;

export default { isatty, ReadStream, WriteStream };
