// Transferred streams keep the process alive while they have pending operations; the behaviour is that of Node 26.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

/** The output of a separate program, which nothing else keeps alive. */
function outputOf(program: string): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    timeout: 10_000,
  });
  assert.strictEqual(stderr, "");
  return stdout.trim().split("\n");
}

const moved = (stream: string): string =>
  `const given = ${stream}; const moved = structuredClone(given, { transfer: [given] });`;

test("a readable is read to its end", () => {
  assert.deepStrictEqual(
    outputOf(`${moved('new ReadableStream({ start(c) { c.enqueue("a"); c.enqueue("b"); c.close(); } })')}
    for await (const chunk of moved) console.log(chunk);`),
    ["a", "b"],
  );
});

test("a readable in a message is read after its port is closed", () => {
  assert.deepStrictEqual(
    outputOf(`const { port1, port2 } = new MessageChannel(); const given = new ReadableStream({ start(c) { c.enqueue(5); c.close(); } });
    port1.postMessage(given, [given]);
    port2.onmessage = async ({ data }) => { port2.close(); for await (const chunk of data) console.log(chunk); console.log("end"); };`),
    ["5", "end"],
  );
});

test("a writable gets the written chunks, and its end", () => {
  const lines = outputOf(`${moved('new WritableStream({ write(chunk) { console.log("got", chunk); } })')}
    const writer = moved.getWriter(); writer.write(1).then(() => { console.log("written"); setTimeout(() => process.exit(), 100); });`);
  assert.deepStrictEqual(lines.sort(), ["got 1", "written"]);
  assert.deepStrictEqual(
    outputOf(
      `${moved('new WritableStream({ abort(reason) { console.log("aborted", reason); } })')} await moved.abort("x");`,
    ),
    ["aborted x"],
  );
});

test("cancelling reaches the source", () => {
  assert.deepStrictEqual(
    outputOf(
      `${moved('new ReadableStream({ cancel(reason) { console.log("cancelled", reason); } })')} await moved.cancel("x");`,
    ),
    ["cancelled x"],
  );
});

test("both sides of a transform work", () => {
  assert.deepStrictEqual(
    outputOf(`${moved("new TransformStream()")}
    const writer = moved.writable.getWriter(); writer.write("through"); writer.close(); for await (const chunk of moved.readable) console.log(chunk);`),
    ["through"],
  );
});

test("an idle stream does not keep the process alive", () => {
  assert.deepStrictEqual(outputOf(`${moved("new ReadableStream({})")} globalThis.kept = moved; console.log("made");`), [
    "made",
  ]);
});
