// Whose buffer the view of a BYOB read has: that of no view which the source or the reader saw before (Streams Standard).
import { deepStrictEqual, notStrictEqual, strictEqual, throws } from "node:assert";
import { test } from "../harness.ts";

type Controller = ReadableByteStreamController;

function byteStream(pull?: (controller: Controller) => void): [ReadableStreamBYOBReader, Controller] {
  let controller!: Controller;
  const stream = new ReadableStream({
    type: "bytes",
    start: (given) => {
      controller = given;
    },
    pull,
  });
  return [stream.getReader({ mode: "byob" }), controller];
}

test("queued bytes fill a view at once", async () => {
  const [reader, controller] = byteStream();
  controller.enqueue(new Uint8Array([1, 2, 3, 4, 5]));
  const view = new Uint16Array(new ArrayBuffer(8), 2, 2);
  const { value } = await reader.read(view);
  strictEqual(view.byteLength, 0);
  notStrictEqual(value!.buffer, view.buffer);
  deepStrictEqual([value!.constructor, value!.byteOffset, value!.length], [Uint16Array, 2, 2]);
  deepStrictEqual([...new Uint8Array(value!.buffer)], [0, 0, 1, 2, 3, 4, 0, 0]);
  deepStrictEqual([...(await reader.read(new Uint8Array(4))).value!], [5]);
});

test("the view of a request is detached by respond, by a new view and by enqueue", async () => {
  const seen: Uint8Array[] = [];
  let how = 0;
  const [reader] = byteStream((controller) => {
    const request = controller.byobRequest!;
    const view = request.view as Uint8Array<ArrayBuffer>;
    seen.push(view);
    view[0] = 10 + how;
    if (how === 0) request.respond(1);
    else if (how === 1) request.respondWithNewView(new Uint8Array(view.buffer, view.byteOffset, 1));
    else controller.enqueue(new Uint8Array([12]));
  });
  for (how = 0; how < 3; how++) {
    const { value } = await reader.read(new Uint8Array(3));
    deepStrictEqual([...value!], [10 + how]);
    strictEqual(value!.buffer.byteLength, 3);
    strictEqual(seen[how]!.byteLength, 0);
    strictEqual(seen[how]!.buffer.byteLength, 0);
  }
});

test("one chunk fills the views of several reads, each with its own buffer", async () => {
  const [reader, controller] = byteStream();
  const reads = [2, 2, 4].map((length) => reader.read(new Uint8Array(length)));
  const shown = controller.byobRequest!.view as Uint8Array;
  controller.enqueue(new Uint8Array([1, 2, 3, 4, 5, 6]));
  const values = (await Promise.all(reads)).map(({ value }) => value!);
  deepStrictEqual(
    values.map((value) => [...value]),
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
  );
  strictEqual(shown.byteLength, 0);
  strictEqual(new Set(values.map(({ buffer }) => buffer)).size, 3);
});

test("a closed stream returns the buffer of each pending read", async () => {
  const [reader, controller] = byteStream();
  const reads = [reader.read(new Uint8Array(2)), reader.read(new Uint8Array(3))];
  controller.close();
  const { byobRequest } = controller;
  const shown = byobRequest!.view as Uint8Array;
  byobRequest!.respond(0);
  const results = await Promise.all(reads);
  deepStrictEqual(
    results.map(({ done, value }) => [done, value!.length, value!.buffer.byteLength]),
    [
      [true, 0, 2],
      [true, 0, 3],
    ],
  );
  strictEqual(shown.buffer.byteLength, 0);
  throws(() => byobRequest!.respond(0), TypeError);
});

test("bytes that do not complete an element wait for the next read", async () => {
  const [reader, controller] = byteStream();
  const first = reader.read(new Uint16Array(2));
  controller.enqueue(new Uint8Array([1]));
  controller.enqueue(new Uint8Array([2, 3]));
  const { value } = await first;
  deepStrictEqual([...new Uint8Array(value!.buffer, 0, value!.byteLength)], [1, 2]);
  deepStrictEqual([...(await reader.read(new Uint8Array(4))).value!], [3]);
});
