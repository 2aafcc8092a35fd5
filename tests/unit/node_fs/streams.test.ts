// fs.createReadStream, fs.createWriteStream.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "../harness.ts";
import { newFile } from "./temp_folder.ts";

async function textOf(stream: AsyncIterable<any>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}

test("createReadStream reads from start to end, inclusive", async () => {
  assert.strictEqual(
    await textOf(fs.createReadStream(newFile("0123456789"), { start: 2, end: 5, encoding: "utf8" })),
    "2345",
  );
});

test("createReadStream emits open, ready, end and close in this order", async () => {
  const stream = fs.createReadStream(newFile());
  const events: string[] = [];
  for (const name of ["open", "ready", "end", "close"]) stream.on(name, () => events.push(name));
  stream.resume();
  await new Promise((resolve) => stream.on("close", resolve));
  assert.deepStrictEqual(events, ["open", "ready", "end", "close"]);
  assert.strictEqual(stream.bytesRead, 8);
});

test("createReadStream of nothing emits an error", async () => {
  const error: any = await new Promise((resolve) => fs.createReadStream("/nowhere").on("error", resolve));
  assert.deepStrictEqual([error.code, error.syscall, error.path], ["ENOENT", "open", "/nowhere"]);
});

test("createReadStream refuses a start after the end", () => {
  assert.throws(() => fs.createReadStream("x", { start: 5, end: 3 }), {
    name: "RangeError",
    message: 'The value of "start" is out of range. It must be <= "end" (here: 3). Received 5',
  });
});

test("createWriteStream writes at its start and counts", async () => {
  const file = newFile("0123456789");
  const stream = fs.createWriteStream(file, { flags: "r+", start: 3 });
  stream.write("ab");
  stream.end("c");
  await new Promise((resolve) => stream.on("close", resolve));
  assert.strictEqual(fs.readFileSync(file, "utf8"), "012abc6789");
  assert.strictEqual(stream.bytesWritten, 3);
});

test("a FileHandle's stream closes the handle", async () => {
  const handle = await fs.promises.open(newFile("text"), "r");
  assert.strictEqual(await textOf(handle.createReadStream({ encoding: "utf8" })), "text");
  assert.strictEqual(handle.fd, -1);
});
