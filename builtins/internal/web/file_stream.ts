// A file as a ReadableStream.
import { type ReadableByteStreamController, ReadableStream } from "web:streams";
import { close, open, read } from "native:fs";

const CHUNK_BYTES = 64 * 1024;

/** The bytes from `start` up to `end` of a file. The stream errors with the system's error. */
export function streamOfFile(path: string, start: number, end: number): ReadableStream {
  let fd = -1;
  let position = start;
  return new ReadableStream({
    type: "bytes",
    async pull(controller: ReadableByteStreamController) {
      if (fd === -1) fd = await open(path, 0, 0);
      const size = Math.min(CHUNK_BYTES, end - position);
      const buffer = new Uint8Array(size > 0 ? size : 0);
      const count = size > 0 ? await readOrClose(fd, buffer, position) : 0;
      if (count === 0) {
        await close(fd);
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      position += count;
      controller.enqueue(buffer.subarray(0, count));
    },
    async cancel() {
      if (fd !== -1) await close(fd);
    },
  });
}

// A failed stream is not pulled again: its file descriptor is closed.
async function readOrClose(fd: number, buffer: Uint8Array, position: number): Promise<number> {
  try {
    return await read(fd, buffer, 0, buffer.length, position);
  } catch (error) {
    await close(fd);
    throw error;
  }
}
