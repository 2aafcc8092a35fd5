// What a program of Bun can reach beyond node:*: `Bun`, `bun:*`, what it adds to classes of the web.
import assert from "node:assert";
import { checkSurface } from "../../surface/check_surface.ts";
import { test } from "../harness.ts";

test("everything that a program of Bun can reach exists, except the listed exceptions", async () => {
  assert.strictEqual(Bun.version, "1.4.5");
  assert.deepStrictEqual(await checkSurface("bun"), { missing: [], present: [] });
}, 30_000);
