// `process.env.TZ`: the time zone of dates follows it.
import { setTimeZone as set } from "native:contexts";

/** Makes the zone that of the process; empty: the system's. A name that there is not changes nothing. */
export function setTimeZone(name: string): void {
  set(name);
}
