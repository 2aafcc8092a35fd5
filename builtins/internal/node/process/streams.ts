// `process.stdout`, `stderr` and `stdin` as streams.
import { Readable } from "internal:node/stream";
import { callback } from "internal:core/ops";
import { load, safe } from "internal:core/bootstrap";
import { isTerminal, keepAlive, SyncWriteStream, TerminalWriteStream } from "internal:node/tty/streams";
import { read } from "native:fs";
import { home } from "internal:core/program";
import { nextTick } from "internal:core/ticks";
import type { Socket } from "internal:node/net/types";
import { DescriptorKind, kindOf } from "native:stdio";

/** A socket over file descriptor 0. */
type StandardSocket = Socket & { fd: number; readonly readableFlowing: boolean | null };

function make(fd: number): SyncWriteStream {
  const kind = kindOf(fd);
  const stream: any = kind === DescriptorKind.TERMINAL ? new TerminalWriteStream(fd) : new SyncWriteStream(fd);
  if (kind === DescriptorKind.PIPE || kind === DescriptorKind.SOCKET) {
    stream._type = "pipe";
    // In Node, pipes are sockets that are not readable.
    safe.defineProperty(stream, "readable", { value: false, writable: true, configurable: true });
  } else if (kind !== DescriptorKind.TERMINAL) stream._type = "fs";
  describeInDeno(stream, kind);
  keepAlive(stream);
  if (kind === DescriptorKind.TERMINAL)
    load("internal:node/process").default.on("SIGWINCH", () => stream._refreshSize());
  return stream;
}

// In Deno streams that are not terminals have `isTTY`, too.
function describeInDeno(stream: object, kind: DescriptorKind): void {
  if (home() !== "deno" || kind === DescriptorKind.TERMINAL) return;
  safe.defineProperty(stream, "isTTY", { get: () => false, enumerable: true, configurable: true });
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

/** Makes `process.stdin`: terminals and pipes are sockets, which stop reading while paused; files are read on the thread pool. */
export function makeStdin(): StandardReadable | StandardSocket {
  if (load("internal:node/process").default.channel?.fd === 0) return overChannel();
  const kind = kindOf(0);
  const stdin = openStdin(kind);
  describeInDeno(stdin, kind);
  return stdin;
}

function openStdin(kind: DescriptorKind): StandardReadable | StandardSocket {
  if (kind !== DescriptorKind.TERMINAL && kind !== DescriptorKind.PIPE && kind !== DescriptorKind.SOCKET)
    return new StandardReadable();
  let stdin: StandardSocket | null;
  if (kind === DescriptorKind.TERMINAL) stdin = new (load("internal:node/tty/read_stream").ReadStream)(0);
  else {
    stdin = openPipe();
    if (stdin === null) return new StandardReadable();
  }
  stdin!.fd = 0;
  // Once paused it must not keep the process alive.
  stdin!.on("pause", () => nextTick(stopReading, stdin));
  return stdin!;
}

// The descriptor is the channel to the parent process, which has its own reader: nothing can be read here.
function overChannel(): StandardSocket {
  const stdin = new (load("internal:node/net").default.Socket)({ readable: true, writable: false, manualStart: true });
  stdin.fd = 0;
  stdin._read = () => {};
  stdin._writableState.ended = true;
  return stdin;
}

// Returns null for other kinds, such as a datagram socket: they are read like a file.
function openPipe(): StandardSocket | null {
  try {
    const stdin = new (load("internal:node/net").default.Socket)({
      fd: 0,
      readable: true,
      writable: false,
      manualStart: true,
    });
    // Marks the writable side, which is not used, as ended.
    stdin._writableState.ended = true;
    return stdin;
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_INVALID_FD_TYPE") throw error;
    return null;
  }
}

function stopReading(stdin: StandardSocket): void {
  // It may have been resumed.
  if (!stdin._handle?.reading || stdin.readableFlowing) return;
  // No read is in progress, so that the next one starts the handle.
  stdin._readableState.reading = false;
  stdin._handle.reading = false;
  stdin._handle.readStop();
}
