// `Bun.readableStreamTo…` of streams whose content is in memory, which are read without a reader's steps.
import assert from "node:assert/strict";
import { test } from "../harness.ts";

const streamOf = (text: string): ReadableStream => new Blob([text]).stream();

test("a Blob's stream is read as text without its byte order mark", async () => {
  assert.equal(await Bun.readableStreamToText(streamOf("aé€")), "aé€");
  assert.equal(await Bun.readableStreamToText(streamOf("\ufeffa")), "a");
  assert.equal(await Bun.readableStreamToText(streamOf("")), "");
});

test("a Blob's stream is read as JSON, and rejects for what is not JSON", async () => {
  assert.deepEqual(await Bun.readableStreamToJSON(streamOf('{"a":[1]}')), { a: [1] });
  await assert.rejects(Bun.readableStreamToJSON(streamOf("{")), { name: "SyntaxError" });
});

test("bytes that a program changes are not those of the Blob", async () => {
  const blob = new Blob(["abc"]);
  (await Bun.readableStreamToBytes(blob.stream())).fill(0x7a);
  new Uint8Array(await Bun.readableStreamToArrayBuffer(blob.stream())).fill(0x7a);
  ((await Bun.readableStreamToArray(blob.stream()))[0] as Uint8Array).fill(0x7a);
  assert.equal(await blob.text(), "abc");
  const copy = await Bun.readableStreamToBlob(blob.stream());
  assert.equal(await copy.text(), "abc");
});

test("a stream is read once", async () => {
  const stream = streamOf("abc");
  assert.equal(await Bun.readableStreamToText(stream), "abc");
  await assert.rejects(Bun.readableStreamToText(stream));
});

test("a locked stream rejects and keeps its content", async () => {
  const stream = streamOf("abc");
  const reader = stream.getReader();
  await assert.rejects(Bun.readableStreamToText(stream));
  await assert.rejects(async () => Bun.readableStreamToBytes(stream));
  const { value } = await reader.read();
  assert.equal(new TextDecoder().decode(value), "abc");
  assert.equal((await reader.read()).done, true);
});

test("a clone of a Blob's stream keeps its content", async () => {
  const [first, second] = streamOf("abc").tee();
  assert.equal(await Bun.readableStreamToText(first), "abc");
  assert.deepEqual(await Bun.readableStreamToBytes(second), new Uint8Array([97, 98, 99]));
});
