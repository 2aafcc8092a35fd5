// A file as a ReadableStream.
import { home } from "internal:core/program";
import { close, fstatSync, open, read } from "native:fs";
import {
  type ByteController,
  closeByte,
  createByteStream,
  enqueueOwned,
} from "internal:web/web_streams/byte_controller";
import { respond } from "internal:web/web_streams/pull_into";
import { type ReadableStream, readableStateOf, wrapReadable } from "internal:web/web_streams/readable_class";
import { DescriptorKind, kindOf } from "native:stdio";

const CHUNK_BYTES = 64 * 1024;
/** As in Bun the chunks of a large file are larger; this is as much as is read without a thread. */
const BUN_CHUNK_BYTES = 256 * 1024;
/** What is read behind the size that a file had, which may have grown. */
const REST_BYTES = 4096;
const SIZE_INDEX = 8;
const status = new Float64Array(18);
const statusBytes = new Uint8Array(status.buffer);
const DESCRIPTORS = "/dev/fd/";
const CLOSED = -1;
const OWN_POSITION = -1;

/**
 * The bytes from `start` up to `end` of a file. The stream errors with the system's error. From the start on the file is
 * read at its own position, so that pipes, terminals and sockets can be read too.
 */
export function streamOfFile(path: string, start: number, end: number): ReadableStream {
  const given = specialDescriptor(path);
  return fileStream(path, given, start, end, given === CLOSED);
}

/** What an open descriptor has from its own position on. The end of the stream calls `close`. */
export function streamOfDescriptor(fd: number, close: () => void): ReadableStream {
  const stream = fileStream("", fd, 0, Infinity, false, close);
  readableStateOf(stream).descriptor = fd;
  return stream;
}

/** The descriptor of a stream of an open file that was not read, locked or cancelled; -1 for other streams. */
export function unreadDescriptor(stream: ReadableStream): number {
  const state = readableStateOf(stream);
  return state.state === "readable" && !state.disturbed && !state.locked ? state.descriptor : CLOSED;
}

/** The number of a path `/dev/fd/N` that cannot be opened again or read by position: a pipe, terminal or socket; else -1. */
export function specialDescriptor(path: string): number {
  if (!path.startsWith(DESCRIPTORS)) return CLOSED;
  const fd = Number(path.slice(DESCRIPTORS.length));
  const kind = kindOf(fd);
  return kind === DescriptorKind.UNKNOWN || kind === DescriptorKind.FILE ? CLOSED : fd;
}

/** The size of an open file; 0 when it is not known. */
function sizeOf(fd: number): number {
  try {
    fstatSync(fd, statusBytes, false);
    return status[SIZE_INDEX]!;
  } catch {
    return 0;
  }
}

function fileStream(
  path: string,
  given: number,
  start: number,
  end: number,
  owns: boolean,
  onEnd?: () => void,
): ReadableStream {
  let fd = given;
  let position = start;
  const isPositioned = start > 0;
  const chunkBytes = home() === "bun" ? BUN_CHUNK_BYTES : CHUNK_BYTES;
  // Of a file that is opened here. Files of /proc have content and a size of 0, pipes and devices have none.
  let knownSize = 0;
  const release = async (): Promise<void> => {
    onEnd?.();
    if (owns && fd !== CLOSED) await close(fd);
  };
  const controller: ByteController = createByteStream({
    self: undefined,
    async pull() {
      if (fd === CLOSED) {
        fd = await open(path, 0, 0);
        knownSize = sizeOf(fd);
      }
      const expected = knownSize === 0 ? chunkBytes : position < knownSize ? knownSize - position : REST_BYTES;
      const size = Math.min(chunkBytes, expected, end - position);
      const buffer = new Uint8Array(size > 0 ? size : 0);
      let count = 0;
      try {
        if (size > 0) count = await read(fd, buffer, 0, size, isPositioned ? position : OWN_POSITION);
      } catch (error) {
        // A failed stream is not pulled again.
        await release();
        throw error;
      }
      if (count === 0) {
        await release();
        closeByte(controller);
        if (controller.pendingPullIntos.length > 0) respond(controller, 0);
        return;
      }
      position += count;
      enqueueOwned(controller, buffer.subarray(0, count));
    },
    cancel: release,
  });
  return wrapReadable(controller.stream);
}
