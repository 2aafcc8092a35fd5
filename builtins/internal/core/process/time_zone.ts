// `process.env.TZ`: the time zone of dates follows it.
import { isLoaded } from "internal:core/bootstrap";
import defer * as localeDates from "internal:ecmascript/locale_dates";
import { setTimeZone as set } from "native:contexts";

/** Makes the zone that of the process; empty: the system's. A name that there is not changes nothing. */
export function setTimeZone(name: string): void {
  set(name);
  if (isLoaded("internal:ecmascript/locale_dates")) localeDates.forgetFormats();
}
