// What a program of Node.js can reach: every module's exports, classes, members, constants, as Node 26 lists them.
import assert from "node:assert";
import { checkSurface } from "../../surface/check_surface.ts";
import { test } from "../harness.ts";

test("everything that a program of Node.js can reach exists, except the listed exceptions", async () => {
  assert.deepStrictEqual(await checkSurface("node"), { missing: [], present: [] });
}, 30_000);
