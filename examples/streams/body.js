// A body of 100 kB that a program makes in chunks.
const CHUNKS = 10;
const chunk = new Uint8Array(10_000).fill(120);

/** A stream of ten chunks, each made when the server asks for it. */
export function body() {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < CHUNKS) controller.enqueue(chunk);
      else controller.close();
    },
  });
}
