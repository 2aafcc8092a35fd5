// Bundles without exports, which need no object for them.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

test("an IIFE without exports runs without an object for them", async () => {
  const source = 'import { b } from "./a.js"; console.log(b);';
  const { printed } = await builtProgram({ "main.js": source, "a.js": "export const b = 1;" }, {
    format: "iife",
    minify: true,
  } as object);
  assert.strictEqual(printed, "1");
});
