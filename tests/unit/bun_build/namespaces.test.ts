// TypeScript's namespaces, run from source and from a bundle: what tsc's output prints. Run with Bun or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "namespaces-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** Runs a program and its bundle, and compares what both print. */
function prints(name: string, source: string, expected: string): void {
  test(name, async () => {
    const entry = path.join(folder, `program${count++}.mts`);
    fs.writeFileSync(entry, source);
    const built = await Bun.build({ entrypoints: [entry], outdir: path.join(folder, `out${count}`), target: "bun" });
    for (const file of [entry, built.outputs[0]!.path]) {
      const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
      assert.strictEqual(stdout.trim(), expected, stderr);
    }
  });
}

prints(
  "an exported variable changes",
  "namespace Q { export let m = 1; m = 2; export const read = () => m; }\nQ.m++;\nconsole.log(JSON.stringify(Q), Q.read());",
  '{"m":3} 3',
);

prints(
  "a block uses what another block exports",
  "namespace Q { export const a = 1; }\nnamespace Q { export const b = a + 1; }\nconsole.log(JSON.stringify(Q));",
  '{"a":1,"b":2}',
);

prints(
  "namespaces inside of namespaces of the same name",
  `namespace A { export namespace N { export namespace N { export namespace N { export const y = 2; }
    export let m: number = 1; m = 2; } } }
  namespace N { export const z = 3; export namespace N { export namespace N {} export let m = 1; m = 4;
    export namespace N { export const q = m; } } }
  console.log(JSON.stringify(A), JSON.stringify(N));`,
  '{"N":{"N":{"N":{"y":2},"m":2}}} {"z":3,"N":{"m":4,"N":{"q":4}}}',
);

prints(
  "members of an enum in several blocks",
  `namespace A { export namespace B { export enum E { x = 1 } } }
  namespace A { export namespace B { export enum E { y = 2 } } }
  console.log(JSON.stringify(A));`,
  '{"B":{"E":{"1":"x","2":"y","x":1,"y":2}}}',
);
