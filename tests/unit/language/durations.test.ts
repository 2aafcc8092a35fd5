// `Intl.DurationFormat.prototype.format`: what a subclass returns, whose objects are the engine's, and the examples of ECMA-402.
import { deepStrictEqual, strictEqual, throws } from "node:assert";
import { test } from "../harness.ts";

type Options = Record<string, unknown>;
interface Format {
  format(duration: unknown): string;
}
const { DurationFormat } = Intl as unknown as { DurationFormat: new (locale: string, options?: Options) => Format };
class EngineFormat extends DurationFormat {}

const UNITS = ["years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds", "nanoseconds"];

function outcome(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return (error as Error).name;
  }
}

test("styles, signs, zeros and invalid durations", () => {
  let state = 5;
  const next = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const pick = <T>(values: readonly T[]): T => values[next(values.length)]!;
  for (let count = 0; count < 400; count++) {
    const options: Options = { style: pick(["long", "short", "narrow", "digital"]) };
    if (next(4) === 0) options[`${pick(UNITS)}Display`] = "always";
    if (next(6) === 0) options.numberingSystem = "arab";
    const locale = pick(["en", "de", "ar", "ja", "pl", "he"]);
    const duration: Options = {};
    const sign = next(3) === 0 ? -1 : 1;
    for (let left = next(5); left > 0; left--) duration[pick(UNITS)] = sign * pick([0, 1, 2, 5, 1234, 3e9]);
    if (next(10) === 0) duration.hours = pick([1.5, -1, NaN, 1e300, "3"]);
    strictEqual(
      outcome(() => new DurationFormat(locale, options).format(duration)),
      outcome(() => new EngineFormat(locale, options).format(duration)),
      `${locale} ${JSON.stringify([options, duration])}`,
    );
  }
});

test("examples", () => {
  const duration = { hours: 1, minutes: 46, seconds: 40 };
  strictEqual(new DurationFormat("en", { style: "long" }).format(duration), "1 hour, 46 minutes, 40 seconds");
  strictEqual(new DurationFormat("en", { style: "digital" }).format(duration), "1:46:40");
  strictEqual(new DurationFormat("en").format({ hours: -1, minutes: -2 }), "-1 hr, 2 min");
  for (const invalid of [{}, { hours: 1, minutes: -1 }, { hours: 0.5 }, { hours: undefined }, 5, null, undefined])
    throws(() => new DurationFormat("en").format(invalid));
});

test("fields are read once, in alphabetical order", () => {
  const read: string[] = [];
  const handler: ProxyHandler<Options> = {
    get: (target, name) => (read.push(String(name)), target[name as string]),
  };
  strictEqual(new DurationFormat("en").format(new Proxy({ days: 2, hours: -0 }, handler)), "2 days");
  deepStrictEqual(read, [...read].sort());
  strictEqual(read.length, 10);
});
