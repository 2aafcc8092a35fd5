// Dates that were made before the time zone of the process changed. The engine stores the local fields of a date with it and does not
// invalidate them, so the methods that use them first compare the date with one that has none.
import { safe } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";

const { getTime, setTime, getTimezoneOffset, getHours } = Date.prototype;
const { apply } = safe;

/** The methods of dates that use local fields. */
const METHODS = [
  "getDate",
  "getDay",
  "getFullYear",
  "getHours",
  "getMinutes",
  "getMonth",
  "getSeconds",
  "getTimezoneOffset",
  "getYear",
  "setDate",
  "setFullYear",
  "setHours",
  "setMinutes",
  "setMonth",
  "setSeconds",
  "setMilliseconds",
  "setYear",
  "toDateString",
  "toString",
  "toTimeString",
];

let isInstalled = false;
/** A date whose fields were made in the current zone. */
let sample = new Date(0);

/** Called after the zone has changed: makes the methods of existing dates follow it. */
export function follow(): void {
  sample = new Date(0);
  if (isInstalled) return;
  isInstalled = true;
  const methods = Date.prototype as unknown as Record<string, Function>;
  for (let index = 0; index < METHODS.length; index++) {
    const name = METHODS[index]!;
    if (typeof methods[name] === "function") replace(name, methods[name]);
  }
}

function replace(name: string, method: Function): void {
  const { [name]: value } = {
    [name](this: Date): unknown {
      refresh(this);
      return apply(method, this, arguments);
    },
  };
  safe.defineProperty(value, "length", { value: method.length, configurable: true });
  nativeNames.set(value!, name);
  // Without effect on frozen intrinsics.
  safe.reflectDefineProperty(Date.prototype, name, { value, writable: true, enumerable: false, configurable: true });
}

function refresh(date: unknown): void {
  let time: number;
  try {
    time = apply(getTime, date, []);
  } catch {
    // The method itself throws for other values.
    return;
  }
  if (time !== time) return;
  apply(setTime, sample, [time]);
  if (apply(getTimezoneOffset, sample, []) === apply(getTimezoneOffset, date, [])) return;
  // The fields are those of a time: with those of another one they are made again.
  apply(setTime, date, [time + 1]);
  apply(getHours, date, []);
  apply(setTime, date, [time]);
}
