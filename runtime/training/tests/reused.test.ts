// After a file of the same dialect, so that one realm runs both.
import { expect, test } from "bun:test";

test("a file that follows another one", () => {
  expect([1, 2].map((value) => value * 2)).toEqual([2, 4]);
});
