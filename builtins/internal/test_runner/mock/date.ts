// The constructor `Date` of a mocked clock (ECMA-262 §21.4.2).
import { ERR_INVALID_STATE } from "internal:core/errors";

/** A `Date` whose current time is `now()`. Throws ERR_INVALID_STATE when the current one is mocked. */
export function makeDate(now: () => number): unknown {
  const RealDate: any = globalThis.Date;
  if (RealDate.isMock) throw new ERR_INVALID_STATE("Date is already being mocked!");
  function Date(...values: unknown[]): unknown {
    if (new.target === undefined) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, values.length === 0 ? [now()] : values, new.target);
  }
  const { prototype, ...statics } = Object.getOwnPropertyDescriptors(RealDate);
  Object.defineProperties(Date, statics as PropertyDescriptorMap);
  Object.assign(Date, {
    prototype: prototype!.value,
    now: () => now(),
    // Its source reads as the engine's own.
    toString: () => "function Date() { [native code] }",
  });
  Object.defineProperty(Date, "isMock", { value: true, enumerable: true });
  return Date;
}
