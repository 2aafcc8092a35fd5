// `Intl.DurationFormat.prototype.format` (ECMA-402, 13.5.9) for durations whose units are all written out: the engine makes a
// NumberFormat for each unit and a ListFormat in each call. The rest, such as "1:46:40", is the engine's.
import { safe } from "internal:core/bootstrap";
import { DURATION_UNITS } from "internal:ecmascript/duration_units";
import { engineIntl } from "internal:ecmascript/intl/engine";

type Format = (value: unknown) => string;

/** In the order in which the standard reads them (13.1.3). */
const READ = [
  "days",
  "hours",
  "microseconds",
  "milliseconds",
  "minutes",
  "months",
  "nanoseconds",
  "seconds",
  "weeks",
  "years",
];
/** Far below the limits of valid durations. */
const VALUE_MAX = 1e9;

const { NumberFormat, ListFormat } = engineIntl;
const formatOfNumber = safe.getOwnPropertyDescriptor(NumberFormat.prototype, "format")!.get!;
const { format: formatOfList } = ListFormat.prototype;

/** The parts of a duration, which were read once. */
export type DurationFields = Record<string, unknown>;

/** Reads the fields of a duration as the standard prescribes, without converting them. */
export function readFields(duration: object): DurationFields {
  const fields = safe.create(null) as DurationFields;
  for (let index = 0; index < READ.length; index++) {
    const name = READ[index]!;
    const value = (duration as DurationFields)[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Formats durations with the options of one object. */
export class DurationFormatter {
  #locale: string;
  #numberingSystem: string;
  /** The style of each unit. */
  #styles: string[] = [];
  #list: Intl.ListFormat;
  /** By the unit's index: with the sign, which only the first unit has, and after these without. */
  #formats: (Format | undefined)[] = [];

  private constructor(resolved: Record<string, string>) {
    this.#locale = resolved.locale!;
    this.#numberingSystem = resolved.numberingSystem!;
    for (let index = 0; index < DURATION_UNITS.length; index++) this.#styles[index] = resolved[DURATION_UNITS[index]!]!;
    this.#list = new ListFormat(this.#locale, {
      __proto__: null,
      type: "unit",
      style: resolved.style,
    } as Intl.ListFormatOptions);
  }

  /** Null when a unit is written in digits, or also when it is 0. `resolved`: what `resolvedOptions` returns. */
  static of(resolved: Record<string, string>): DurationFormatter | null {
    for (let index = 0; index < DURATION_UNITS.length; index++) {
      const unit = DURATION_UNITS[index]!;
      const style = resolved[unit];
      if (style !== "long" && style !== "short" && style !== "narrow") return null;
      if (resolved[`${unit}Display`] !== "auto") return null;
    }
    return resolved.style === "digital" ? null : new DurationFormatter(resolved);
  }

  /** The formatted duration; undefined for fields that are not small integers of one sign, which the engine checks. */
  format(fields: DurationFields): string | undefined {
    const written: string[] = [];
    let sign = 0;
    let isAnyGiven = false;
    for (let index = 0; index < DURATION_UNITS.length; index++) {
      const value = fields[DURATION_UNITS[index]!];
      if (value === undefined) continue;
      if (typeof value !== "number" || !safe.isInteger(value) || value > VALUE_MAX || value < -VALUE_MAX)
        return undefined;
      isAnyGiven = true;
      if (value === 0) continue;
      const own = value < 0 ? -1 : 1;
      if (sign === -own) return undefined;
      safe.push(written, this.#formatOf(index, sign !== 0)(value));
      sign = own;
    }
    return isAnyGiven ? (safe.apply(formatOfList, this.#list, [written]) as string) : undefined;
  }

  #formatOf(index: number, isUnsigned: boolean): Format {
    const at = isUnsigned ? index + DURATION_UNITS.length : index;
    return (this.#formats[at] ??= this.#makeFormat(index, isUnsigned));
  }

  #makeFormat(index: number, isUnsigned: boolean): Format {
    const format = new NumberFormat(this.#locale, {
      __proto__: null,
      numberingSystem: this.#numberingSystem,
      style: "unit",
      unit: safe.slice(DURATION_UNITS[index]!, 0, -1),
      unitDisplay: this.#styles[index],
      signDisplay: isUnsigned ? "never" : "auto",
    } as Intl.NumberFormatOptions);
    return safe.apply(formatOfNumber, format, []) as Format;
  }
}
