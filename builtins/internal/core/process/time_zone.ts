// `process.env.TZ`: the time zone of dates follows it.
import { setTimeZone as set } from "native:contexts";

import defer * as dates from "internal:core/process/zone_of_dates";

const listeners: (() => void)[] = [];

/** Calls `listener` after each change of the time zone. */
export function onTimeZoneChange(listener: () => void): void {
  listeners.push(listener);
}

/** Sets the time zone of the process; the empty string means the system's. An unknown name changes nothing. */
export function setTimeZone(name: string): void {
  const before = zone();
  set(name);
  if (zone() !== before) dates.follow();
  for (const listener of listeners) listener();
}

function zone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
