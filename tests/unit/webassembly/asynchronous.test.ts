import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

// (module (func (export "f") (result i32) (i32.const 42)))
const bytes = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 6, 1, 4, 0, 65, 42, 11,
]);
const type = { headers: { "content-type": "application/wasm" } };

test("a program waits for a compilation without other work", () => {
  const program = `const { instance } = await WebAssembly.instantiate(new Uint8Array(${JSON.stringify([...bytes])})); console.log(instance.exports.f());`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.deepStrictEqual([status, stdout], [0, "42\n"]);
});

test("compile() gives a module, instantiate() of it an instance", async () => {
  const module = await WebAssembly.compile(bytes);
  assert.ok(module instanceof WebAssembly.Module);
  assert.strictEqual(((await WebAssembly.instantiate(module)).exports.f as () => number)(), 42);
});

test("bytes that are not a module reject with a CompileError", async () => {
  await assert.rejects(
    WebAssembly.compile(new Uint8Array(8)),
    (error: any) => error instanceof WebAssembly.CompileError,
  );
  await assert.rejects(WebAssembly.instantiate("x"), { name: "TypeError" });
});

test("modules are compiled from responses", async () => {
  assert.ok((await WebAssembly.compileStreaming(new Response(bytes, type))) instanceof WebAssembly.Module);
  const { instance } = await WebAssembly.instantiateStreaming(Promise.resolve(new Response(bytes, type)), {});
  assert.strictEqual((instance.exports.f as () => number)(), 42);
});

test("unsuitable responses are refused with Node's messages", async () => {
  await assert.rejects(WebAssembly.compileStreaming(1 as never), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "source" argument must be an instance of Response or an Promise resolving to Response. Received type number (1)',
  });
  await assert.rejects(WebAssembly.compileStreaming(new Response(bytes)), {
    name: "TypeError",
    code: "ERR_WEBASSEMBLY_RESPONSE",
    message: "WebAssembly response has unsupported MIME type 'null'",
  });
  await assert.rejects(WebAssembly.compileStreaming(new Response(bytes, { ...type, status: 404 })), {
    code: "ERR_WEBASSEMBLY_RESPONSE",
    message: "WebAssembly response has status code 404",
  });
  const used = new Response(bytes, type);
  await used.arrayBuffer();
  await assert.rejects(WebAssembly.compileStreaming(used), {
    code: "ERR_WEBASSEMBLY_RESPONSE",
    message: "WebAssembly response body has already been used",
  });
});
