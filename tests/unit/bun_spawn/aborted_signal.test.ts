// Bun.spawn with a signal that is already aborted. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

for (const name of ["spawn", "spawnSync"] as const) {
  test(`${name} starts nothing for a signal that is aborted`, () => {
    const reason = new RangeError("why");
    assert.throws(
      () => (Bun[name] as typeof Bun.spawn)(["true"], { signal: AbortSignal.abort(reason) }),
      (error: any) => {
        assert.deepStrictEqual(
          [error.name, error.code, error.message],
          ["AbortError", "ABORT_ERR", "The operation was aborted"],
        );
        return error.cause === reason;
      },
    );
  });
}
