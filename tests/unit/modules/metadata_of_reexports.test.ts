// What metadata of decorators says of a class that its module imports from a barrel, and uses as a type alone.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const FILES: Record<string, string> = {
  "tsconfig.json": `{"compilerOptions":{"experimentalDecorators":true,"emitDecoratorMetadata":true}}`,
  "service.mjs": "export class Service {}",
  "barrel.mjs": "export * from './service.mjs'; export class Other {}",
  "metadata.mjs": "Reflect.metadata = (key, value) => (target) => { target[key] = value; };",
  "main.mts": `import "./metadata.mjs";
import { Service, Missing } from "./barrel.mjs";
const noted = (target: any) => target;
@noted class Guard { constructor(readonly service: Service, readonly other: Missing) {} }
console.log((Guard as any)["design:paramtypes"].map((type: any) => type.name).join());`,
};

test("a class of a barrel is a class in metadata, and a missing name Object", () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-metadata-"));
  for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "main.mts")], { encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  assert.deepStrictEqual([stdout, stderr], ["Service,Object\n", ""]);
});
