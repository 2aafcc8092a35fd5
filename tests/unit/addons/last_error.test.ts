// What napi_get_last_error_info has after each call: most functions clear it or set it, some leave it. All values are those of Node
// 26.10.
import assert from "node:assert";
import { createRequire } from "node:module";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

type Results = Record<string, [status: number, last: number]>;

const addon = createRequire(import.meta.url)(buildAddon("last_error")) as {
  run(callee: () => void): Results;
  runLater(callback: (results: Results) => void): void;
};

const CLEARED = [0, 0];
const INVALID_ARGUMENT = [1, 1];
const GENERIC_FAILURE = [9, 9];
/** The last error before each call. */
const NUMBER_EXPECTED = 6;
const HANDLE_SCOPE_MISMATCH = 13;
const CALLBACK_SCOPE_MISMATCH = 14;

/** The calls that do not succeed and clear it. */
const OTHERS: Record<string, number[]> = {
  "no scope closed": INVALID_ARGUMENT,
  "a second escape": [12, 12],
  "a thread-safe function without a callee": INVALID_ARGUMENT,
  "work cancelled that was not queued": INVALID_ARGUMENT,
  "no work queued": INVALID_ARGUMENT,
  "a count below zero": GENERIC_FAILURE,
  "a second tag": INVALID_ARGUMENT,
  "a call with a pending exception": [10, 10],
};

/** The calls that succeed and leave it. */
const LEAVING = [
  "a hook added",
  "a hook removed",
  "a thread-safe function unreferenced",
  "a thread-safe function referenced",
];

const results = addon.run(() => {});
const later = await new Promise<Results>((resolve) => addon.runLater(resolve));

for (const [name, result] of Object.entries(results)) {
  if (LEAVING.includes(name)) continue;
  test(`${name}: the last error is that of the call`, () => {
    assert.deepStrictEqual(result, OTHERS[name] ?? CLEARED);
  });
}

for (const name of LEAVING) {
  test(`${name}: the last error is left`, () => assert.deepStrictEqual(results[name], [0, NUMBER_EXPECTED]));
}

for (const [name, [status]] of Object.entries(later)) {
  test(`${name} is not closed, and the last error is left`, () => {
    const expected = name.includes("callback") ? CALLBACK_SCOPE_MISMATCH : HANDLE_SCOPE_MISMATCH;
    assert.deepStrictEqual([status, later[name]![1]], [expected, NUMBER_EXPECTED]);
  });
}
