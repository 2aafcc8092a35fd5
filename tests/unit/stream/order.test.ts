import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "../harness.ts";
import { fingerprint, runScenario } from "./order_scenarios.ts";

// order_expected.txt was written by Node 26.10: `node order_expected.ts > order_expected.txt` in this folder.
const expected = readFileSync(`${import.meta.dirname}/order_expected.txt`, "utf8")
  .trimEnd()
  .split("\n");

test(`${expected.length} random scenarios of streams have the order of events of Node`, async () => {
  const wrong: number[] = [];
  for (let seed = 1; seed <= expected.length; seed++) {
    if (fingerprint(await runScenario(seed)) !== expected[seed - 1]) wrong.push(seed);
  }
  assert.deepStrictEqual(wrong, [], `run \`order_expected.ts ${wrong[0]}\` here and on Node to see a whole story`);
}, 60_000);
