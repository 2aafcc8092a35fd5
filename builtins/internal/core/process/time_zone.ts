// `process.env.TZ`: the time zone of dates follows it.
import { setTimeZone as set } from "native:contexts";

import defer * as dates from "internal:core/process/zone_of_dates";

let notify = (): void => {};

/** Calls `listener` after each change of the time zone. */
export function onTimeZoneChange(listener: () => void): void {
  const notifyOthers = notify;
  notify = () => {
    notifyOthers();
    listener();
  };
}

/** Sets the time zone of the process; `undefined` means the system's. An unknown name is UTC, as in ICU. */
export function setTimeZone(name: string | undefined): void {
  const before = zone();
  if (name === undefined) set("");
  // POSIX allows a colon before the name of a zone's file.
  else if (!set(name[0] === ":" ? name.slice(1) : name || "UTC")) set("UTC");
  // Formatters are cached.
  notify();
  if (zone() !== before) dates.follow();
}

function zone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
