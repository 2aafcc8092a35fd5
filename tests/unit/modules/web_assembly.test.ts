import assert from "node:assert";
import { registerHooks } from "node:module";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const WA = (globalThis as any).WebAssembly;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-wasm-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

const name = (text: string): number[] => [text.length, ...Buffer.from(text)];
const section = (id: number, ...bytes: number[]): number[] => [id, bytes.length, ...bytes];
const binary = (...sections: number[][]): Buffer => Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);
const I32 = 0x7f;
/** (import "./dependency.mjs" "base" (func (result i32))) (func (export "next") (result i32) call 0, i32.const 1, i32.add) */
const adder = (importName = "base", exportName = "next"): Buffer =>
  binary(
    section(1, 1, 0x60, 0, 1, I32),
    section(2, 1, ...name("./dependency.mjs"), ...name(importName), 0, 0),
    section(3, 1, 0),
    section(7, 1, ...name(exportName), 0, 1),
    section(10, 1, 7, 0, 0x10, 0, 0x41, 1, 0x6a, 0x0b),
  );
const write = (file: string, content: string | Buffer): string => {
  fs.writeFileSync(path.join(folder, file), content);
  return path.join(folder, file);
};

test("a .wasm file is an ES module: it imports and exports", async () => {
  write("dependency.mjs", "export const base = () => 41;");
  const { next } = await import(write("adder.wasm", adder()));
  assert.strictEqual(next(), 42);
});

test("names that the specification reserves are refused", async () => {
  await assert.rejects(import(write("import.wasm", adder("wasm:x"))), {
    name: "LinkError",
    message: /^Invalid Wasm import name "wasm:x" in file:/,
  });
  await assert.rejects(import(write("export.wasm", adder("base", "wasm-js:x"))), {
    name: "LinkError",
    message: /^Invalid Wasm export name "wasm-js:x" in file:/,
  });
});

test("a file that is not WebAssembly is a CompileError with its name", async () => {
  const file = write("broken.wasm", "no");
  await assert.rejects(
    import(file),
    (error: any) => error instanceof WA.CompileError && error.message.startsWith(file),
  );
});

test("import source gives the module without running it", async () => {
  write(
    "orphan.wasm",
    binary(section(1, 1, 0x60, 0, 1, I32), section(2, 1, ...name("./gone.mjs"), ...name("x"), 0, 0)),
  );
  write("static.mjs", "import source orphan from './orphan.wasm'; export { orphan };");
  const { orphan } = await import(path.join(folder, "static.mjs"));
  assert.ok(orphan instanceof WA.Module);
  write("text.mjs", "import source text from './dependency.mjs';");
  await assert.rejects(import(path.join(folder, "text.mjs")), {
    name: "SyntaxError",
    message: /^Source phase import object is not defined for module 'file:.*dependency\.mjs'/,
  });
});

test("hooks may give the bytes", async () => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "unit:wasm" ? { url: "made:wasm", format: "wasm", shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url === "made:wasm" ? { format: "wasm", source: binary() as any, shortCircuit: true } : next(url, context),
  });
  assert.deepStrictEqual(Object.keys(await import("unit:wasm" as string)), []);
  hooks.deregister();
});

test("compile and instantiate settle although nothing else keeps the process alive", async () => {
  assert.ok((await WA.compile(binary())) instanceof WA.Module);
  const { instance } = await WA.instantiate(binary());
  assert.ok(instance instanceof WA.Instance);
  await assert.rejects(WA.instantiate(Buffer.from("no")), (error: unknown) => error instanceof WA.CompileError);
});

test("the streaming functions take a Response of the right type", async () => {
  const respond = (type: string, status = 200): Response =>
    new Response(binary() as any, { status, headers: { "Content-Type": type } });
  assert.ok((await WA.compileStreaming(respond("application/wasm"))) instanceof WA.Module);
  assert.ok(
    (await WA.instantiateStreaming(Promise.resolve(respond("application/wasm")))).instance instanceof WA.Instance,
  );
  await assert.rejects(WA.compileStreaming(respond("text/plain")), {
    code: "ERR_WEBASSEMBLY_RESPONSE",
    message: "WebAssembly response has unsupported MIME type 'text/plain'",
  });
  await assert.rejects(WA.compileStreaming(respond("application/wasm", 404)), {
    code: "ERR_WEBASSEMBLY_RESPONSE",
    message: "WebAssembly response has status code 404",
  });
  await assert.rejects(WA.compileStreaming(5), { code: "ERR_INVALID_ARG_TYPE" });
});

test("an imported instance prints Node's warning once, a source none", () => {
  write("empty.wasm", binary());
  write("other.wasm", binary());
  const run = (source: string): string =>
    spawnSync(process.execPath, ["--input-type=module", "--eval", source], { cwd: folder, encoding: "utf8" }).stderr;
  const warnings = run(`import "./empty.wasm"; import "./other.wasm";`).match(/ExperimentalWarning: .*/g);
  assert.deepStrictEqual(warnings, [
    "ExperimentalWarning: Importing WebAssembly module instances is an experimental feature and might change at any time",
  ]);
  assert.strictEqual(run(`import source module from "./empty.wasm"; module;`), "");
});

test("a file without extension may be WebAssembly where no package says that it is CommonJS", async () => {
  const file = write("adder", binary(section(3, 0)));
  assert.deepStrictEqual(Object.keys(await import(file)), []);
});

test("the builtins of strings and their constants can be imported", async () => {
  const EXTERNREF = 0x6f;
  const types = section(1, 2, 0x60, 1, EXTERNREF, 1, I32, 0x60, 0, 1, EXTERNREF);
  const constant = [...name("wasm:js/string-constants"), ...name("hello"), 3, EXTERNREF, 0];
  /** (export "length" (func (param externref) (result i32) …)), (export "constant" (func (result externref) global.get 0)) */
  const file = write(
    "strings.wasm",
    binary(
      types,
      section(2, 2, ...name("wasm:js-string"), ...name("length"), 0, 0, ...constant),
      section(3, 2, 0, 1),
      section(7, 2, ...name("length"), 0, 1, ...name("constant"), 0, 2),
      section(10, 2, 6, 0, 0x20, 0, 0x10, 0, 0x0b, 4, 0, 0x23, 0, 0x0b),
    ),
  );
  const { length, constant: read } = await import(file);
  assert.deepStrictEqual([length("four"), read()], [4, "hello"]);
  assert.throws(() => length(4), { name: "RuntimeError" });
});

test("an error of a streaming function begins with the function's name", async () => {
  const response = () =>
    new Response(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 99]), {
      headers: { "content-type": "application/wasm" },
    });
  for (const called of ["compileStreaming", "instantiateStreaming"])
    await assert.rejects(WA[called](response()), (error: Error) => {
      assert.strictEqual(error.name, "CompileError");
      assert.ok(error.message.startsWith(`WebAssembly.${called}(): `), error.message);
      return true;
    });
});
