// Temporal.Now: https://tc39.es/proposal-temporal/#sec-temporal-now-object
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import { onTimeZoneChange } from "internal:core/process/time_zone";
import { setTag } from "internal:ecmascript/temporal/operations";
import { datePart, localDateTime, timePart } from "internal:ecmascript/temporal/convert";
import { timeZoneNamed, timeZoneOf } from "internal:ecmascript/temporal/fields";
import { zonedSlots } from "internal:ecmascript/temporal/instant";
import { emptySlots, make } from "internal:ecmascript/temporal/slots";
import { wallClock } from "internal:ecmascript/temporal/wall_clock";

const { DateTimeFormat } = Intl;

// Asking for the name takes 100 µs.
let zoneName: string | undefined;
let zoneNumbers: Float64Array | undefined;
onTimeZoneChange(() => {
  zoneName = undefined;
  zoneNumbers = undefined;
});

function systemZoneName(): string {
  zoneName ??= new DateTimeFormat().resolvedOptions().timeZone;
  return zoneName;
}

function systemZone(): Float64Array {
  zoneNumbers ??= timeZoneNamed(systemZoneName(), false);
  return zoneNumbers;
}

function currentInstant(): Float64Array {
  const slots = emptySlots(TemporalKind.INSTANT);
  if (wallClock.now === null) native.now(slots);
  else slots[0] = wallClock.now();
  return slots;
}

function zoned(timeZone: unknown): object {
  const zone = timeZone === undefined ? systemZone() : timeZoneOf(timeZone);
  return make(TemporalKind.ZONED_DATE_TIME, zonedSlots(currentInstant(), zone, 0));
}

export const Now = {
  timeZoneId(): string {
    return systemZoneName();
  },
  instant() {
    return make(TemporalKind.INSTANT, currentInstant());
  },
  plainDateTimeISO(temporalTimeZoneLike: unknown = undefined) {
    return make(TemporalKind.PLAIN_DATE_TIME, localDateTime(zoned(temporalTimeZoneLike)).slice(0, 10));
  },
  zonedDateTimeISO(temporalTimeZoneLike: unknown = undefined) {
    return zoned(temporalTimeZoneLike);
  },
  plainDateISO(temporalTimeZoneLike: unknown = undefined) {
    return make(TemporalKind.PLAIN_DATE, datePart(localDateTime(zoned(temporalTimeZoneLike))));
  },
  plainTimeISO(temporalTimeZoneLike: unknown = undefined) {
    return make(TemporalKind.PLAIN_TIME, timePart(localDateTime(zoned(temporalTimeZoneLike))));
  },
};

for (const name of Object.keys(Now)) Object.defineProperty(Now, name, { enumerable: false });
setTag(Now, "Temporal.Now");
