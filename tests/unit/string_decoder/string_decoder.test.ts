import assert from "node:assert";
import { Buffer } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { test } from "../harness.ts";

test("characters that are split anywhere are decoded", () => {
  const text = "aé€😀 z";
  for (const encoding of ["utf8", "utf16le", "base64", "base64url", "hex", "latin1"] as const) {
    const bytes = Buffer.from(text, "utf16le");
    const source = encoding === "utf8" ? Buffer.from(text) : bytes;
    for (let size = 1; size <= source.length; size++) {
      const decoder = new StringDecoder(encoding);
      let result = "";
      for (let start = 0; start < source.length; start += size)
        result += decoder.write(source.subarray(start, start + size));
      assert.strictEqual(result + decoder.end(), source.toString(encoding), `${encoding} in steps of ${size}`);
    }
  }
});

test("end reports a truncated character and starts anew", () => {
  const decoder = new StringDecoder("utf8");
  assert.strictEqual(decoder.write(Buffer.from([0xe2, 0x82])), "");
  assert.strictEqual(decoder.end(), "\ufffd");
  assert.strictEqual(decoder.write(Buffer.from([0xf6, 0x9b])), "");
  assert.strictEqual(decoder.write(Buffer.from([0xd1])), "\ufffd\ufffd");
  assert.strictEqual(decoder.end(Buffer.from("a")), "\ufffda");
});

test("wrong arguments", () => {
  assert.throws(() => new StringDecoder("no" as never), {
    code: "ERR_UNKNOWN_ENCODING",
    message: "Unknown encoding: no",
  });
  assert.throws(() => new StringDecoder().write(null as never), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "buf" argument must be an instance of Buffer, TypedArray, or DataView. Received null',
  });
});
