// multipart/form-data as Node reads it: base64 parts are decoded, and an escaped quote in a name is an error. Run with Node or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

function read(head: string, value: string): Promise<FormData> {
  const body = `--B\r\n${head}\r\n\r\n${value}\r\n--B--\r\n`;
  return new Response(body, { headers: { "content-type": "multipart/form-data; boundary=B" } }).formData();
}

test("Content-Transfer-Encoding: base64 is decoded", async () => {
  const head = 'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64';
  assert.strictEqual((await read(head, "aMOpbGxv")).get("a"), "héllo");
});

test("an escaped quote is refused, a backslash at the end is part of the name", async () => {
  await assert.rejects(read('Content-Disposition: form-data; name="a"; filename="q\\"q.txt"', "v"), TypeError);
  const form = await read('Content-Disposition: form-data; name="a"; filename="dir\\"', "v");
  assert.strictEqual((form.get("a") as File).name, "dir\\");
});
