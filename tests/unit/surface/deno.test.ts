// What a program of Deno can reach beyond node:*: `Deno` and the web's classes as Deno has them.
import assert from "node:assert";
import { checkSurface } from "../../surface/check_surface.ts";
import { test } from "../harness.ts";

test("everything that a program of Deno can reach exists, except the listed exceptions", async () => {
  assert.strictEqual(Deno.version.deno, "2.9.6");
  assert.deepStrictEqual(await checkSurface("deno"), { missing: [], present: [] });
}, 30_000);
