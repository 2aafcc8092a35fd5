// `util.getCallSites` in code that the engine has optimized. https://nodejs.org/api/util.html#utilgetcallsitesframecount-options
import assert from "node:assert";
import { getCallSites } from "node:util";
import { test } from "../harness.ts";

function at(depth: number, read: () => number): number {
  return depth === 0 ? read() : at(depth - 1, read);
}

test("so many frames as asked for, the first time and after thousands of calls", () => {
  const counts = new Set<number>();
  for (let count = 0; count < 5000; count++) counts.add(at(40, () => getCallSites(30).length));
  assert.deepStrictEqual([...counts], [30]);
});
