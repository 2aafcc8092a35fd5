// `process.stdout`, `stderr` and `stdin` as streams.
import { Readable } from "internal:node/stream";
import { callback } from "internal:core/ops";
import { load } from "internal:core/bootstrap";
import { isTerminal, keepAlive, SyncWriteStream, TerminalWriteStream } from "internal:node/tty/streams";
import { read } from "native:fs";
import { nextTick } from "internal:core/ticks";
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
  if (kind === TERMINAL) load("internal:node/process").default.on("SIGWINCH", () => stream._refreshSize());
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
  override _read(): void {
    const buffer = new Uint8Array(STDIN_CHUNK_BYTES);
    callback(
      read,
      (error, count) => {
        if (error !== null) return void this.destroy(error);
        this.push(count === 0 ? null : load("internal:node/buffer").Buffer.from(buffer.buffer, 0, count));
      },
      0,
      buffer,
      0,
      STDIN_CHUNK_BYTES,
      -1,
    );
  }
}

/** Makes `process.stdin`: terminals and pipes are sockets, whose reading stops when nobody wants it; files are read on the pool. */
export function makeStdin(): any {
  const kind = kindOf(0);
  if (kind !== TERMINAL && kind !== PIPE && kind !== SOCKET) return new StandardReadable();
  let stdin: any;
  if (kind === TERMINAL) stdin = new (load("internal:node/tty/read_stream").ReadStream)(0);
  else {
    stdin = openPipe();
    if (stdin === null) return new StandardReadable();
  }
  stdin.fd = 0;
  // Once paused it must not keep the process alive.
  stdin.on("pause", () => nextTick(stopReading, stdin));
  return stdin;
}

// A socket of datagrams, say, is read as a file is.
function openPipe(): any {
  try {
    const stdin = new (load("internal:node/net").default.Socket)({
      fd: 0,
      readable: true,
      writable: false,
      manualStart: true,
    });
    // It cannot be ended: nobody writes to it.
    stdin._writableState.ended = true;
    return stdin;
  } catch (error: any) {
    if (error.code !== "ERR_INVALID_FD_TYPE") throw error;
    return null;
  }
}

function stopReading(stdin: any): void {
  // It may flow again by now.
  if (!stdin._handle?.reading || stdin.readableFlowing) return;
  // Nothing is on its way any more, so that the next read starts the handle.
  stdin._readableState.reading = false;
  stdin._handle.reading = false;
  stdin._handle.readStop();
}
