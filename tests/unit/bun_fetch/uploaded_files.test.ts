// The files of a multipart body in Bun: their type follows from their name, and a name may have quotes as curl writes them. Run with Bun
// or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

assert.ok(Bun.version);

async function uploaded(disposition: string, type: string | null = null): Promise<File> {
  const body = `--B\r\nContent-Disposition: form-data; ${disposition}\r\n${type === null ? "" : `Content-Type: ${type}\r\n`}\r\nvalue\r\n--B--\r\n`;
  const form = await new Response(body, { headers: { "content-type": "multipart/form-data; boundary=B" } }).formData();
  const [entry] = [...form.values()];
  return entry as unknown as File;
}

test("the extension of the name decides the type, also against that of the client", async () => {
  assert.strictEqual((await uploaded('name="f"; filename="a.png"')).type, "image/png");
  assert.strictEqual((await uploaded('name="f"; filename="a.csv"')).type, "text/csv");
  assert.strictEqual((await uploaded('name="f"; filename="a.html"', "image/png")).type, "text/html;charset=utf-8");
  assert.strictEqual((await uploaded('name="f"; filename="without"')).type, "");
});

test("a quote in a name does not end it", async () => {
  assert.strictEqual((await uploaded('name="f"; filename="say \\"hi\\".txt"')).name, 'say \\"hi\\".txt');
  assert.strictEqual((await uploaded('name="f"; filename="C:\\dir\\a.txt"')).name, "C:\\dir\\a.txt");
});
