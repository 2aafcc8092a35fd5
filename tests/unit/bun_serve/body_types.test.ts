// The type of bodies without one, the signal of a request whose response fails, and the error for a stream that was read, as in Bun.
import assert from "node:assert";
import { test } from "../harness.ts";

const TEXT = "text/plain;charset=utf-8";
const BYTES = "application/octet-stream";
const letter = new Uint8Array([97]);

const bodies: [name: string, make: () => BodyInit, type: string | null][] = [
  ["a Blob of a string", () => new Blob(["x"]), TEXT],
  ["a Blob of two strings", () => new Blob(["x", "", "y"]), TEXT],
  ["a Blob of a Blob of a string", () => new Blob([new Blob(["x"])]), TEXT],
  ["a slice of a Blob of a string", () => new Blob(["xyz"]).slice(1), TEXT],
  ["a File of a string", () => new File(["x"], "a.bin"), TEXT],
  ["a Blob of a string beyond ASCII", () => new Blob(["é"]), BYTES],
  ["a Blob of bytes", () => new Blob([letter]), BYTES],
  ["a Blob of a string and bytes", () => new Blob(["x", letter]), BYTES],
  ["a Blob with a type", () => new Blob(["x"], { type: "a/b" }), "a/b"],
  ["an empty Blob", () => new Blob([]), null],
  ["bytes", () => letter, BYTES],
  ["no bytes", () => new Uint8Array(0), null],
];

test("bodies without a type are sent with the type of what they were made from", async () => {
  const server = Bun.serve({
    port: 0,
    fetch: (request) => new Response(bodies[Number(new URL(request.url).pathname.slice(1))]![1]()),
  });
  const types: [string, string | null][] = [];
  for (const [index, [name]] of bodies.entries()) {
    const response = await fetch(`${server.url}${index}`);
    await response.arrayBuffer();
    types.push([name, response.headers.get("content-type")]);
  }
  await server.stop(true);
  assert.deepStrictEqual(
    types,
    bodies.map(([name, , type]) => [name, type]),
  );
  assert.strictEqual(new Response(new Blob(["x"])).headers.get("content-type"), null);
});

test("a stream that fails does not abort the signal of its request", async () => {
  let hasAborted = false;
  const server = Bun.serve({
    port: 0,
    development: false,
    fetch(request) {
      request.signal.addEventListener("abort", () => (hasAborted = true));
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(letter),
          async pull(controller) {
            await Bun.sleep(20);
            controller.error(new Error("boom"));
          },
        }),
      );
    },
  });
  await assert.rejects(async () => (await fetch(server.url)).text());
  await Bun.sleep(50);
  await server.stop(true);
  assert.strictEqual(hasAborted, false);
});

test("a stream that was read is refused with Bun's message", async () => {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(letter);
      controller.enqueue(letter);
    },
  });
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();
  assert.throws(() => new Response(stream), {
    name: "TypeError",
    message: "Body object should not be disturbed or locked",
  });
});
