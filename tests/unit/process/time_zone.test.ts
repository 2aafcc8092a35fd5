// process.env.TZ: dates respect it at once.
import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";

const moment = Date.UTC(2018, 3, 14, 12, 34, 56);

test("setting TZ changes what dates show", () => {
  const seen = ["Europe/Amsterdam", "America/New_York", "Asia/Tokyo", "UTC"].map((zone) => {
    process.env.TZ = zone;
    const date = new Date(moment);
    return [date.getHours(), date.getTimezoneOffset(), Intl.DateTimeFormat().resolvedOptions().timeZone];
  });
  assert.deepStrictEqual(seen, [
    [14, -120, "Europe/Amsterdam"],
    [8, 240, "America/New_York"],
    [21, -540, "Asia/Tokyo"],
    [12, 0, "UTC"],
  ]);
});

test("it holds in later tasks, and deleting it is not an error", async () => {
  process.env.TZ = "Asia/Tokyo";
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.strictEqual(new Date(moment).getHours(), 21);
  assert.match(new Date(moment).toString(), /^Sat Apr 14 2018 21:34:56 GMT\+0900/);
  delete process.env.TZ;
  assert.ok(!Number.isNaN(new Date(moment).getHours()));
});
