// node:test. The parts are in `internal:test_runner/*`. https://nodejs.org/api/test.html
import { after, afterEach, before, beforeEach, getTestContext, suite, test } from "internal:test_runner/define";
import defer * as assertions from "internal:test_runner/assertions";
import { option } from "internal:core/launch";
import defer * as leaks from "internal:test_runner/leak_check";
import defer * as mocks from "internal:test_runner/mock/tracker";
import defer * as runs from "internal:test_runner/run";
import defer * as snapshots from "internal:test_runner/snapshot";

/** Runs test files; returns the stream of their events. */
function run(): unknown {
  return runs.run(arguments[0]);
}

// What the file opens itself is watched too.
if (option("--detect-leaks") !== undefined) leaks.start();

let mock: unknown;
let snapshot: unknown;
let assert: unknown;

Object.assign(test, {
  after,
  afterEach,
  before,
  beforeEach,
  describe: suite,
  getTestContext,
  it: test,
  run,
  suite,
  test,
});
Object.defineProperties(test, {
  mock: { get: () => (mock ??= new mocks.MockTracker()), enumerable: true, configurable: true },
  snapshot: {
    get: () =>
      (snapshot ??= {
        __proto__: null,
        setDefaultSnapshotSerializers: (serializers: unknown) => snapshots.setDefaultSnapshotSerializers(serializers),
        setResolveSnapshotPath: (fn: unknown) => snapshots.setResolveSnapshotPath(fn),
      }),
    enumerable: true,
    configurable: true,
  },
  assert: {
    get: () =>
      (assert ??= { __proto__: null, register: (name: unknown, fn: unknown) => assertions.register(name, fn) }),
    enumerable: true,
    configurable: true,
  },
});

export default test;
