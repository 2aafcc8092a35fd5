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

test("dates that were made and read before follow the zone", () => {
  process.env.TZ = "America/New_York";
  const date = new Date(0);
  assert.deepStrictEqual([date.getHours(), date.getDate(), date.getTimezoneOffset()], [19, 31, 300]);
  process.env.TZ = "Asia/Tokyo";
  assert.match(String(date), /^Thu Jan 01 1970 09:00:00 GMT\+0900 \(/);
  assert.deepStrictEqual([date.getHours(), date.getDate(), date.getDay(), date.getTimezoneOffset()], [9, 1, 4, -540]);
  date.setHours(3);
  assert.strictEqual(date.toISOString(), "1969-12-31T18:00:00.000Z");
  process.env.TZ = "UTC";
  assert.deepStrictEqual([date.getHours(), date.getFullYear(), date.toDateString()], [18, 1969, "Wed Dec 31 1969"]);
});

test("the methods of dates keep their shape when the zone has changed", () => {
  process.env.TZ = "Asia/Tokyo";
  process.env.TZ = "UTC";
  const { getHours, setHours } = Date.prototype;
  assert.deepStrictEqual(
    [getHours.name, getHours.length, setHours.length, "prototype" in getHours],
    ["getHours", 0, 4, false],
  );
  assert.strictEqual(String(getHours), "function getHours() { [native code] }");
  assert.throws(() => getHours.call({} as never), TypeError);
  assert.ok(Number.isNaN(new Date(Number.NaN).getHours()));
});

test("a string without a zone is parsed in the zone of the moment, also when it was parsed before", () => {
  for (const text of ["2026-06-01T12:00:00", "Jun 1 2026 12:00"]) {
    process.env.TZ = "Asia/Tokyo";
    const [first, second] = [new Date(text), new Date(text)];
    assert.strictEqual(first.toISOString(), "2026-06-01T03:00:00.000Z");
    assert.strictEqual(second.getTime(), first.getTime());
    process.env.TZ = "UTC";
    assert.strictEqual(new Date(text).toISOString(), "2026-06-01T12:00:00.000Z");
    assert.strictEqual(Date.parse(text), Date.UTC(2026, 5, 1, 12));
  }
});

test("an unknown or empty zone is UTC, and a colon may precede a name", () => {
  for (const [zone, offset] of [
    ["bogus/zone", 0],
    ["Asia/Tokyo", -540],
    ["", 0],
    [":Europe/Paris", -120],
    ["nowhere", 0],
  ] as const) {
    process.env.TZ = zone;
    assert.strictEqual(new Date(moment).getTimezoneOffset(), offset, zone);
  }
});
