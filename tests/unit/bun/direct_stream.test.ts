// Bun's streams of `type: "direct"`, which React's server for Bun writes to.
import assert from "node:assert";
import { test } from "../harness.ts";

type Direct = {
  write(data: unknown): number;
  flush(): number;
  end(): number;
  close(reason?: unknown): void;
  error(reason: unknown): void;
};
const direct = (pull: (controller: Direct) => unknown, cancel?: (reason: unknown) => void) =>
  new ReadableStream({ type: "direct", pull, cancel } as never);

test("strings and bytes arrive in the order of their writes", async () => {
  const stream = () =>
    direct(async (controller) => {
      controller.write("hällo ");
      controller.write(new Uint8Array([119, 111]));
      await Bun.sleep(1);
      controller.write(new Uint8Array([114, 108, 100]).buffer);
      controller.end();
    });
  assert.strictEqual(await new Response(stream()).text(), "hällo world");
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream() as unknown as AsyncIterable<Uint8Array>)
    text += decoder.decode(chunk, { stream: true });
  assert.strictEqual(text, "hällo world");
});

test("a source may store its controller and write later", async () => {
  let kept: Direct | undefined;
  const stream = direct((controller) => void (kept = controller));
  const text = new Response(stream).text();
  await Bun.sleep(1);
  assert.strictEqual(kept!.write("late"), 4);
  kept!.flush();
  await Bun.sleep(1);
  kept!.close();
  assert.strictEqual(await text, "late");
});

test("a promise of pull ends the stream, and its rejection fails it", async () => {
  assert.strictEqual(await new Response(direct(async (controller) => void controller.write("a"))).text(), "a");
  await assert.rejects(
    new Response(
      direct(async () => {
        throw new RangeError("no");
      }),
    ).text(),
    { name: "RangeError", message: "no" },
  );
  await assert.rejects(
    new Response(
      direct(() => {
        throw new RangeError("at once");
      }),
    ).text(),
    { message: "at once" },
  );
});

test("values that are neither strings nor bytes are refused", async () => {
  let refusal: unknown;
  await new Response(
    direct(async (controller) => {
      try {
        controller.write(5);
      } catch (error) {
        refusal = error;
      }
    }),
  ).text();
  assert.ok(refusal instanceof TypeError);
});

test("a server responds with one", async () => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      new Response(
        direct(async (controller) => {
          controller.write("a");
          controller.flush();
          await Bun.sleep(1);
          controller.write("b");
        }),
      ),
  });
  assert.strictEqual(await (await fetch(server.url)).text(), "ab");
  await server.stop(true);
});
