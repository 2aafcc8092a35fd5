import assert from "node:assert";
import { test } from "../harness.ts";

const serve = (answer: () => Response) => Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });

async function answerOf(make: () => Response): Promise<string> {
  const server = serve(make);
  try {
    return await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
  } finally {
    await server.stop(true);
  }
}

test("a response whose body is a stream is sent chunk by chunk", async () => {
  const pieces = ["one,", "two,", "three"];
  const stream = () =>
    new ReadableStream({
      async pull(controller) {
        await null;
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
  assert.strictEqual(await answerOf(() => new Response(stream())), "one,two,three");
});

test("the body of another response is sent", async () => {
  assert.strictEqual(await answerOf(() => new Response(new Response("inner").body, { status: 201 })), "inner");
});

test("a locked stream is refused", async () => {
  const stream = new ReadableStream({ pull: (controller) => controller.enqueue("x") });
  stream.getReader();
  assert.throws(() => new Response(stream), { name: "TypeError" });
});

test("a stream that fails cuts the response short", async () => {
  const server = serve(
    () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(new TextEncoder().encode("begun"));
            await new Promise((resolve) => setTimeout(resolve, 5));
            controller.error(new Error("broken on purpose"));
          },
        }),
      ),
  );
  const failures: unknown[] = [];
  const listener = (reason: unknown) => void failures.push(reason);
  process.on("unhandledRejection", listener);
  await assert.rejects(async () => (await fetch(`http://127.0.0.1:${server.port}/`)).text());
  process.off("unhandledRejection", listener);
  await server.stop(true);
});
