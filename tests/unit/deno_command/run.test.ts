// `Deno.run`, which Deno 2 has kept from Deno 1. The expected values are those of Deno 2.9.6.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = mkdtempSync("/tmp/deno-run-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let count = 0;

function inDeno(code: string, flags: string[] = []): unknown[] {
  const file = `${folder}/${count++}.mjs`;
  writeFileSync(file, `const print = (...values) => console.log(JSON.stringify(values));\n${code}`);
  const result = spawnSync(process.execPath, ["--as", "deno", ...flags, file], { encoding: "utf8", timeout: 9000 });
  assert.strictEqual(result.stderr, "");
  return result.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("the status has the exit code, or 128 and the number of the signal", () => {
  const found = inDeno(`
    const first = Deno.run({ cmd: ["sh", "-c", "exit 3"] });
    print(await first.status(), typeof first.pid, typeof first.rid);
    first.close();
    const second = Deno.run({ cmd: ["sleep", "60"] });
    second.kill("SIGKILL");
    print(await second.status());
    print(await Deno.run({ cmd: ["true"] }).status());`);
  assert.deepStrictEqual(found, [
    [{ success: false, code: 3 }, "number", "number"],
    [{ success: false, code: 137, signal: 9 }],
    [{ success: true, code: 0 }],
  ]);
});

test("piped streams are files", () => {
  const found = inDeno(`
    const process = Deno.run({ cmd: ["cat"], stdin: "piped", stdout: "piped" });
    await process.stdin.write(new TextEncoder().encode("through"));
    process.stdin.close();
    print(new TextDecoder().decode(await process.output()), process.stderr === undefined);
    const other = Deno.run({ cmd: ["sh", "-c", "echo out; echo err >&2"], stdout: "null", stderr: "piped" });
    print(new TextDecoder().decode(await other.stderrOutput()));
    try { await other.output(); } catch (error) { print(error.name, error.message); }`);
  assert.deepStrictEqual(found, [
    ["through", true],
    ["err\n"],
    ["TypeError", "Cannot collect output: 'stdout' is not piped"],
  ]);
});

test("variables and the folder are those of the child, and what is missing is an error", () => {
  const found = inDeno(`
    const process = Deno.run({ cmd: ["sh", "-c", "echo $GIVEN; pwd"], env: { GIVEN: "value" }, cwd: "/", stdout: "piped" });
    print(new TextDecoder().decode(await process.output()));
    try { Deno.run({ cmd: ["there is no such program"] }); } catch (error) { print(error.name); }
    try { Deno.run({ cmd: ["true"], stdout: "b" }); } catch (error) { print(error.name); }`);
  assert.deepStrictEqual(found, [["value\n/\n"], ["NotFound"], ["TypeError"]]);
});

test("it needs the permission to run the program", () => {
  const found = inDeno('try { Deno.run({ cmd: ["true"] }); } catch (error) { print(error.name, error.message); }', [
    "--secure",
    "--no-prompt",
  ]);
  assert.deepStrictEqual(found, [["NotCapable", 'Requires run access to "true", run again with the --allow-run flag']]);
});
