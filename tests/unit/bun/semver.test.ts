// `Bun.semver`, as Bun 1.4 has it. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("satisfies reads npm's ranges", () => {
  for (const [version, range, expected] of [
    ["1.4.5", ">=1.2.14", true],
    ["1.2.3", "1.2", true],
    ["1.2.3-beta", "^1.2", false],
    ["v1.2.3", "1.2.3 || 2", true],
    ["0.2.5", "^0.2.3", true],
    ["0.3.0", "^0.2.3", false],
    ["1.0.0", "", true],
    ["1.x", "^1", false],
  ] as const)
    assert.equal(Bun.semver.satisfies(version, range), expected, `${version} in ${range}`);
});

test("order sorts, with releases after their candidates", () => {
  assert.deepEqual(["1.0.0", "1.0.0-rc.1", "0.9.9", "1.0.0-rc.0"].sort(Bun.semver.order), [
    "0.9.9",
    "1.0.0-rc.0",
    "1.0.0-rc.1",
    "1.0.0",
  ]);
  assert.equal(Bun.semver.order("1.0.0", "1.0.0"), 0);
});

test("order throws for invalid versions", () => {
  assert.throws(() => Bun.semver.order("a", "1.0.0"), /Invalid SemVer: a/);
  assert.throws(() => Bun.semver.order("1.0.0", "b"), /Invalid SemVer: b/);
});
