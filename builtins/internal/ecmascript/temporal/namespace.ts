// The global object `Temporal` (https://tc39.es/proposal-temporal/), in place of the engine's own, which is incomplete.
// Evaluated when a program first uses it.
import { nativeNames } from "internal:core/stack/install";
import { setTag } from "internal:ecmascript/temporal/operations";
import { Duration } from "internal:ecmascript/temporal/duration";
import { Instant } from "internal:ecmascript/temporal/instant";
import { install as installFormats } from "internal:ecmascript/temporal/date_time_format";
import { Now } from "internal:ecmascript/temporal/now";
import { PlainDate } from "internal:ecmascript/temporal/plain_date";
import { PlainDateTime } from "internal:ecmascript/temporal/plain_date_time";
import { PlainMonthDay } from "internal:ecmascript/temporal/plain_month_day";
import { PlainTime } from "internal:ecmascript/temporal/plain_time";
import { PlainYearMonth } from "internal:ecmascript/temporal/plain_year_month";
import { emptySlots, make } from "internal:ecmascript/temporal/slots";
import { ZonedDateTime } from "internal:ecmascript/temporal/zoned_date_time";
import { TemporalKind } from "native:temporal";

const { defineProperty } = Object;

export const Temporal = {};

const members = {
  Now,
  PlainDate,
  PlainTime,
  PlainDateTime,
  ZonedDateTime,
  Duration,
  Instant,
  PlainYearMonth,
  PlainMonthDay,
};
for (const [name, value] of Object.entries(members))
  defineProperty(Temporal, name, { value, writable: true, enumerable: false, configurable: true });
setTag(Temporal, "Temporal");
installFormats();
[Temporal, ...Object.values(members), ...Object.values(members).map((value) => (value as Function).prototype)].forEach(
  showAsNative,
);

// Their source is that of native functions.
function showAsNative(holder: object | undefined): void {
  for (const { value, get } of Object.values(Object.getOwnPropertyDescriptors(holder ?? {}))) {
    const method: unknown = get ?? value;
    if (typeof method === "function") nativeNames.set(method, method.name);
  }
}

/** `Date.prototype.toTemporalInstant` for a time in milliseconds. */
export function instantOfTime(milliseconds: number): object {
  if (!Number.isInteger(milliseconds)) throw new RangeError("Invalid time value");
  const slots = emptySlots(TemporalKind.INSTANT);
  slots[0] = milliseconds;
  return make(TemporalKind.INSTANT, slots);
}
