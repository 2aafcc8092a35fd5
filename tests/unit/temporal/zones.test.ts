// Local times in time zones: those near a change of the offset, that are missing and that exist twice. The same in Bun 1.4.5
// and Deno 2.9.6.
import assert from "node:assert";
import { test } from "../harness.ts";

const zoned = (
  local: string,
  zone: string,
  disambiguation: "compatible" | "earlier" | "later" | "reject" = "compatible",
) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation }).toString().replace(/\[.*/, "");

test("local times of days near a change exist", () => {
  for (const year of [2025, 2027, 2028, 2031, 2038])
    for (let day = 18; day <= 24; day++) {
      const local = `${year}-10-${day}T02:30:00`;
      assert.strictEqual(zoned(local, "Europe/Berlin"), `${local}+02:00`);
    }
  assert.strictEqual(zoned("2027-10-25T02:30:00", "Europe/Berlin"), "2027-10-25T02:30:00+02:00");
  assert.strictEqual(zoned("2028-03-07T02:30:00", "America/New_York"), "2028-03-07T02:30:00-05:00");
});

test("a missing local time is moved by the length of the gap, or refused", () => {
  assert.strictEqual(zoned("2027-03-28T02:30:00", "Europe/Berlin"), "2027-03-28T03:30:00+02:00");
  assert.strictEqual(zoned("2027-03-28T02:30:00", "Europe/Berlin", "earlier"), "2027-03-28T01:30:00+01:00");
  assert.throws(() => zoned("2027-03-28T02:30:00", "Europe/Berlin", "reject"), RangeError);
  assert.strictEqual(zoned("2027-10-03T02:15:00", "Australia/Lord_Howe"), "2027-10-03T02:45:00+11:00");
});

test("a local time that exists twice is one of both", () => {
  assert.strictEqual(zoned("2027-10-31T02:30:00", "Europe/Berlin"), "2027-10-31T02:30:00+02:00");
  assert.strictEqual(zoned("2027-10-31T02:30:00", "Europe/Berlin", "later"), "2027-10-31T02:30:00+01:00");
  assert.throws(() => zoned("2027-10-31T02:30:00", "Europe/Berlin", "reject"), RangeError);
});

test("a day begins behind a gap at midnight, and has the hours that it has", () => {
  const start = Temporal.PlainDate.from("2026-04-24").toZonedDateTime("Africa/Cairo");
  assert.strictEqual(start.toString(), "2026-04-24T01:00:00+03:00[Africa/Cairo]");
  assert.strictEqual(start.hoursInDay, 23);
  const skipped = Temporal.PlainDateTime.from("2011-12-30T12:00").toZonedDateTime("Pacific/Apia");
  assert.strictEqual(skipped.toString(), "2011-12-31T12:00:00+14:00[Pacific/Apia]");
  const autumn = Temporal.ZonedDateTime.from("2027-10-31T12:00[Europe/Berlin]");
  assert.strictEqual(autumn.hoursInDay, 25);
  assert.strictEqual(autumn.startOfDay().add({ days: 1 }).since(autumn.startOfDay()).toString(), "PT25H");
});
