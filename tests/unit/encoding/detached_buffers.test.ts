// Buffers that were transferred are empty where the standards read the bytes of a BufferSource.
// https://webidl.spec.whatwg.org/#dfn-get-buffer-source-copy. Run with Node or Brio.
import assert from "node:assert";
import { createHash } from "node:crypto";
import { test } from "../harness.ts";

const EMPTY_SHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";

/** A detached buffer, and views of ones. */
function detached(): (ArrayBuffer | ArrayBufferView)[] {
  return [(buffer: ArrayBuffer) => buffer, (buffer: ArrayBuffer) => new Uint8Array(buffer)].map((make) => {
    const buffer = new ArrayBuffer(4);
    const source = make(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    return source;
  });
}

test("TextDecoder decodes nothing", () => {
  for (const label of ["utf-8", "utf-16le", "latin1"])
    for (const source of detached()) assert.strictEqual(new TextDecoder(label).decode(source as ArrayBuffer), "");
  for (const source of detached())
    assert.strictEqual(new TextDecoder().decode(source as ArrayBuffer, { stream: true }), "");
});

test("bodies are empty", async () => {
  for (const source of detached()) {
    assert.strictEqual((await new Response(source as ArrayBuffer).arrayBuffer()).byteLength, 0);
    const request = new Request("http://localhost/", { method: "POST", body: source as ArrayBuffer });
    assert.strictEqual((await request.arrayBuffer()).byteLength, 0);
  }
});

test("digests and keys are made of no bytes", async () => {
  for (const source of detached()) {
    const digest = await crypto.subtle.digest("SHA-1", source as ArrayBuffer);
    assert.strictEqual(Buffer.from(digest).toString("hex"), EMPTY_SHA1);
    const key = await crypto.subtle.importKey("raw", source as ArrayBuffer, "HKDF", false, ["deriveBits"]);
    assert.strictEqual(key.type, "secret");
  }
  assert.strictEqual(
    createHash("sha1")
      .update(detached()[1] as Uint8Array)
      .digest("hex"),
    EMPTY_SHA1,
  );
});
