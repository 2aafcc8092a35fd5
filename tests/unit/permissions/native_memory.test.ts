// Memory of native code needs the permission for it: also after a library was opened, and when it was given up. The expected
// values of Deno's functions are those of Deno 2.9.6.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { test } from "../harness.ts";

const library = realpathSync("/lib/x86_64-linux-gnu/libm.so.6");
const REFUSED = "Requires ffi access, run again with the --allow-ffi flag";

function run(flags: string[], code: string): string[] {
  const attempt = `const attempt = (call) => { try { return typeof call(); } catch (error) { return error.message; } }; const library = ${JSON.stringify(library)};`;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, "-e", `${attempt}\n${code}`], {
    encoding: "utf8",
    timeout: 15_000,
    env: { ...process.env, NO_COLOR: "1" },
  });
  assert.strictEqual(stderr, "");
  return stdout.split("\n").filter(Boolean);
}

const OF_DENO = `
  const { symbols } = Deno.dlopen(library, { cos: { parameters: ["f64"], result: "f64" } });
  const made = attempt(() => pointer = Deno.UnsafePointer.of(new Uint8Array(8)));
  var pointer;
  const all = () => {
    console.log(attempt(() => symbols.cos(0)));
    console.log(attempt(() => Deno.UnsafePointer.of(new Uint8Array(8))));
    console.log(attempt(() => Deno.UnsafePointer.create(4096n)));
    console.log(attempt(() => new Deno.UnsafePointerView(pointer).getUint8()));
    console.log(attempt(() => new Deno.UnsafeCallback({ parameters: [], result: "void" }, () => {})));
  };`;

test("Deno's pointers are refused after the permission was given up; opened functions stay", () => {
  const code = `${OF_DENO}\nconsole.log(made, Deno.permissions.revokeSync({ name: "ffi" }).state);\nall();`;
  for (const flag of ["--allow-ffi", "-A"])
    assert.deepStrictEqual(run(["--as", "deno", "--no-prompt", flag], code), [
      "object prompt",
      "number",
      REFUSED,
      REFUSED,
      REFUSED,
      REFUSED,
    ]);
});

test("Deno's pointers need the permission for all native code", () => {
  const flags = ["--as", "deno", "--no-prompt", `--allow-ffi=${library}`];
  assert.deepStrictEqual(run(flags, `${OF_DENO}\nall();`), ["number", REFUSED, REFUSED, REFUSED, REFUSED]);
  const partial = ["--as", "deno", "--no-prompt", "--allow-ffi", "--deny-ffi=/etc"];
  assert.deepStrictEqual(run(partial, `${OF_DENO}\nall();`), ["number", "object", "object", "number", "object"]);
});

test("bun:ffi tells no address and reads no memory without the permission", () => {
  const code = `
    const ffi = require("bun:ffi");
    const definition = { ptr: 4096, args: [], returns: "void" };
    for (const call of [
      () => ffi.ptr(new Uint8Array(8)), () => ffi.read.u8(4096), () => ffi.toArrayBuffer(4096, 0, 8), () => ffi.toBuffer(4096, 0, 8),
      () => new ffi.CString(4096), () => ffi.linkSymbols({ a: definition }), () => ffi.CFunction(definition), () => new ffi.JSCallback(() => {}, {}),
      () => ffi.dlopen(library, { cos: { args: ["f64"], returns: "f64" } }),
    ]) console.log(attempt(call));`;
  const refused = "Access to this API has been restricted. Use --allow-addons to manage permissions.";
  for (const flags of [["--secure", "--no-prompt"], ["--permission"]])
    assert.deepStrictEqual(run(["--as", "bun", ...flags], code), Array<string>(9).fill(refused));
});

test("bun:ffi reads nothing after the permission was given up", () => {
  const code = `
    const ffi = require("bun:ffi");
    const { symbols } = ffi.dlopen(library, { cos: { args: ["f64"], returns: "f64" } });
    const address = ffi.ptr(globalThis.kept = new Uint8Array(8));
    console.log(attempt(() => ffi.read.u8(address)));
    process.permission.drop("addon");
    console.log(attempt(() => symbols.cos(0)));
    console.log(attempt(() => ffi.read.u8(address)));
    console.log(attempt(() => ffi.ptr(kept)));`;
  const printed = run(["--as", "bun", "--no-warnings", "--permission", "--allow-addons"], code);
  assert.deepStrictEqual(printed.slice(0, 2), ["number", "number"]);
  for (const line of printed.slice(2)) assert.match(line, /Access to this API has been restricted/);
  assert.strictEqual(printed.length, 4);
});
