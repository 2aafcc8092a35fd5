// `process.stdout`, `stderr` and `stdin` as streams.
import { Readable } from "node:stream";
import { callback } from "internal:ops";
import { load } from "internal:bootstrap";
import { isTerminal, keepAlive, SyncWriteStream, TerminalWriteStream } from "internal:tty/streams";
import { read } from "native:fs";
import { kindOf } from "native:stdio";

const PIPE = 3;
const SOCKET = 4;
const TERMINAL = 2;

function make(fd: number): SyncWriteStream {
  const kind = kindOf(fd);
  const stream: any = kind === TERMINAL ? new TerminalWriteStream(fd) : new SyncWriteStream(fd);
  if (kind === PIPE || kind === SOCKET) {
    stream._type = "pipe";
    // Node's pipes are sockets that are not read.
    Object.defineProperty(stream, "readable", { value: false, writable: true, configurable: true });
  } else if (kind !== TERMINAL) stream._type = "fs";
  keepAlive(stream);
  if (kind === TERMINAL) load("node:process").default.on("SIGWINCH", () => stream._refreshSize());
  return stream;
}

/** Makes `process.stdout`. */
export function makeStdout(): SyncWriteStream {
  return make(1);
}

/** Makes `process.stderr`. */
export function makeStderr(): SyncWriteStream {
  return make(2);
}

const STDIN_CHUNK_BYTES = 64 * 1024;

class StandardReadable extends Readable {
  fd = 0;
  constructor() {
    super({ highWaterMark: STDIN_CHUNK_BYTES, emitClose: false, autoDestroy: true });
  }
  _read(): void {
    const buffer = new Uint8Array(STDIN_CHUNK_BYTES);
    callback(read, (error, count) => {
      if (error !== null) return void this.destroy(error);
      this.push(count === 0 ? null : load("node:buffer").Buffer.from(buffer.buffer, 0, count));
    }, 0, buffer, 0, STDIN_CHUNK_BYTES, -1);
  }
}

/** Makes `process.stdin`. */
export function makeStdin(): any {
  return isTerminal(0) ? new (load("node:tty").default.ReadStream)(0) : new StandardReadable();
}
