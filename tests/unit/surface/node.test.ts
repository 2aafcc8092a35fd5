// What a program of Node.js can reach: every module's exports, classes, members, constants, as Node 26 lists them.
import assert from "node:assert";
import { checkSurface } from "../../surface/check_surface.ts";
import { test } from "../harness.ts";

test("everything that a program of Node.js can reach is there, but for what is knowingly left out", async () => {
  assert.deepStrictEqual(await checkSurface("node"), { missing: [], present: [] });
}, 30_000);
