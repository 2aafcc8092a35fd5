// node:readline and node:readline/promises over streams that are not terminals.
import assert from "node:assert";
import { once } from "node:events";
import readline from "node:readline";
import promises from "node:readline/promises";
import { PassThrough, Readable } from "node:stream";
import { test } from "../harness.ts";

/** All output so far. */
function written(stream: PassThrough): string {
  let text = "";
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) text += chunk;
  return text;
}

test("lines end with any line end, also one that is split over two chunks", async () => {
  const lines: string[] = [];
  const rl = readline.createInterface({ input: Readable.from(["a\r", "\nb\nc\u2028d\re", "nd"]) });
  rl.on("line", (line) => lines.push(line));
  await once(rl, "close");
  assert.deepStrictEqual(lines, ["a", "b", "c", "d", "end"]);
});

test("an interface is an async iterable of lines", async () => {
  const lines: string[] = [];
  for await (const line of readline.createInterface({ input: Readable.from("one\ntwo\nthree") })) lines.push(line);
  assert.deepStrictEqual(lines, ["one", "two", "three"]);
});

test("question writes its text and takes the next line", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const rl = promises.createInterface({ input, output, prompt: "$ " });
  setTimeout(() => input.write("bob\n"), 1);
  assert.strictEqual(await rl.question("name? "), "bob");
  rl.prompt();
  assert.strictEqual(written(output), "name? $ ");
  rl.close();
  await assert.rejects(rl.question("again?"), { code: "ERR_USE_AFTER_CLOSE" });
});

test("a signal cancels a question", async () => {
  const rl = promises.createInterface({ input: new PassThrough() });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 1);
  await assert.rejects(rl.question("?", { signal: controller.signal }), { name: "AbortError", code: "ABORT_ERR" });
  rl.close();
});

test("wrong options throw", () => {
  const input = new PassThrough();
  assert.throws(() => readline.createInterface({ input, completer: 1 as never }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => readline.createInterface({ input, historySize: -1 }), { code: "ERR_OUT_OF_RANGE" });
});

test("the functions of the cursor write control sequences", () => {
  const output = new PassThrough();
  readline.cursorTo(output, 1, 2);
  readline.moveCursor(output, -1, 2);
  readline.clearLine(output, 0);
  readline.clearScreenDown(output);
  assert.strictEqual(written(output), "\u001b[3;2H\u001b[1D\u001b[2B\u001b[2K\u001b[0J");
  assert.throws(() => readline.cursorTo(output, NaN), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => readline.cursorTo(output, "a" as never, 1), { code: "ERR_INVALID_CURSOR_POS" });
});

test("a line that arrives in very many chunks takes no time", async () => {
  const pieces = 60_000;
  const input = new PassThrough();
  const rl = readline.createInterface({ input });
  const lines: string[] = [];
  rl.on("line", (line) => lines.push(line));
  const start = performance.now();
  for (let index = 0; index < pieces; index++) input.emit("data", "0123456789");
  input.emit("data", "\nnext\r");
  input.emit("data", "\nlast");
  assert.ok(performance.now() - start < 2000);
  input.end();
  await new Promise((resolve) => rl.on("close", resolve));
  assert.deepStrictEqual(
    lines.map((line) => line.length),
    [10 * pieces, 4, 4],
  );
});

test("the rest of the input without a line end is a line and answers no question", async () => {
  const input = new PassThrough();
  const rl = readline.createInterface({ input });
  const seen: string[] = [];
  rl.on("line", (line) => seen.push(`line ${line}`));
  rl.question("q? ", (answer) => seen.push(`answer ${answer}`));
  input.end("yes");
  await once(rl, "close");
  assert.deepStrictEqual(seen, ["line yes"]);
});

test("the iterator of lines has the state of its queue, and pauses its input", async () => {
  const input = new Readable({ read() {} });
  for (let i = 0; i < 3; i++) input.push("line\n".repeat(1500));
  const iterator: any = readline.createInterface({ input })[Symbol.asyncIterator]();
  await iterator.next();
  const state = iterator[Symbol.for("nodejs.watermarkData")];
  assert.deepStrictEqual([state.high, state.low, state.isPaused, input.isPaused()], [1024, 1, true, true]);
  assert.ok(state.size > 1024, `${state.size} are queued`);
  await iterator.return();
});
