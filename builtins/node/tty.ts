// node:tty: terminals. Only the standard descriptors can be opened so far, and raw mode is missing.
import { ERR_INVALID_FD, ERR_METHOD_NOT_IMPLEMENTED, ERR_TTY_INIT_FAILED } from "internal:errors";
import { Readable } from "node:stream";
import { callback } from "internal:ops";
import { Buffer } from "internal:buffer";
import { isTerminal, TerminalWriteStream } from "internal:tty/streams";
import { read } from "native:fs";

const CHUNK_BYTES = 64 * 1024;
const EINVAL = { errno: -22, code: "EINVAL", message: "invalid argument", syscall: "uv_tty_init" };

/** Whether a descriptor is a terminal; false for anything that is no descriptor. */
function isatty(fd: any): boolean {
  return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && isTerminal(fd);
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
    super({ highWaterMark: CHUNK_BYTES });
    this.fd = fd;
  }

  _read(): void {
    const buffer = new Uint8Array(CHUNK_BYTES);
    callback(read, (error, count) => {
      if (error !== null) return void this.destroy(error);
      this.push(count === 0 ? null : Buffer.from(buffer.buffer, 0, count));
    }, this.fd, buffer, 0, CHUNK_BYTES, -1);
  }

  setRawMode(_flag: boolean): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("tty.ReadStream.setRawMode");
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
