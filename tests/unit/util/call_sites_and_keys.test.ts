// util in programs that changed the globals that it uses.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import util from "node:util";
import { test } from "../harness.ts";

function run(code: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
  return stdout + stderr;
}

test("getCallSites begins with its caller and does not call prepareStackTrace", () => {
  const name = "prepareStackTrace";
  const saved = (Error as any)[name];
  const inner = () => util.getCallSites(2);
  let wasAsked = false;
  (Error as any)[name] = () => {
    wasAsked = true;
  };
  const sites = (() => [...inner(), ...util.getCallSites(1)])();
  (Error as any)[name] = saved;
  assert.ok(!wasAsked);
  assert.strictEqual(sites.length, 3);
  for (const site of sites) assert.ok(site.scriptName.endsWith("call_sites_and_keys.test.ts"), site.scriptName);
});

test("inspect does not use the program's Object.keys", () => {
  const code =
    "const { inspect } = require('util'); const { keys } = Object; inspect([{}]); Object.keys = () => { throw new Error('asked'); };" +
    "const text = inspect({ a: [1, { b: 2 }], __proto__: null }); Object.keys = keys; process.stdout.write(text)";
  assert.strictEqual(run(code), "[Object: null prototype] { a: [ 1, { b: 2 } ] }");
});
