// A file as a ReadableStream.
import { ReadableStream } from "web:streams";
import { close, open, read } from "native:fs";

const CHUNK_BYTES = 64 * 1024;

/** The bytes from `start` up to `end` of a file. The stream errors with the system's error. */
export function streamOfFile(path: string, start: number, end: number): any {
  let fd = -1;
  let position = start;
  return new ReadableStream({
    type: "bytes",
    async pull(controller: any) {
      if (fd === -1) fd = await open(path, 0, 0);
      const wanted = Math.min(CHUNK_BYTES, end - position);
      const buffer = new Uint8Array(wanted > 0 ? wanted : 0);
      const count = wanted > 0 ? await readOrClose(fd, buffer, position) : 0;
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

// A stream that fails is not pulled again: the descriptor ends with it.
async function readOrClose(fd: number, buffer: Uint8Array, position: number): Promise<number> {
  try {
    return await read(fd, buffer, 0, buffer.length, position);
  } catch (error) {
    await close(fd);
    throw error;
  }
}
