// An error of an ES main module is reported to "uncaughtException" as the rejection of its evaluation.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const LISTENER =
  'process.on("uncaughtException", (error, origin) => console.log(error.message, origin)); process.on("exit", (code) => console.log(code));';

for (const [name, type, origin] of [
  ["ES module", "module", "unhandledRejection"],
  ["CommonJS module", "commonjs", "uncaughtException"],
] as const) {
  test(`the origin of an error that a main ${name} throws is ${origin}`, () => {
    const { stdout } = spawnSync(
      process.execPath,
      [`--input-type=${type}`, "-e", `${LISTENER} throw new Error("mine");`],
      { encoding: "utf8" },
    );
    assert.strictEqual(stdout, `mine ${origin}\n0\n`);
  });
}
