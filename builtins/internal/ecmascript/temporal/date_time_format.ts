// `Intl.DateTimeFormat` for Temporal's objects (https://tc39.es/proposal-temporal/#sec-temporal-intl): its methods are installed for
// programs that mention `Temporal`, before any of its objects exists.
import { isLoaded, load } from "internal:core/bootstrap";

const { apply } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors } = Object;
const LOCALE = "internal:ecmascript/temporal/locale";
type Format = Intl.DateTimeFormat;
type Locale = typeof import("internal:ecmascript/temporal/locale");

/** The prototypes that have the methods: one of each realm. */
const installed = new WeakSet<object>();

// Undefined when no object of Temporal is among the dates.
function localeFor(dates: unknown[]): Locale | undefined {
  if (!isLoaded(LOCALE)) return undefined;
  const locale = load(LOCALE) as Locale;
  return dates.some(locale.isTemporal) ? locale : undefined;
}

/** Installs the methods in a prototype, once; without an argument in that of the program's realm. */
export function install(prototype: Format = Intl.DateTimeFormat.prototype): void {
  if (installed.has(prototype)) return;
  installed.add(prototype);
  const engine = getOwnPropertyDescriptors(prototype) as Record<string, PropertyDescriptor>;
  installFormat(prototype, engine.format!);
  const methods: Record<string, (this: Format, ...dates: unknown[]) => unknown> = {
    formatToParts(date: unknown) {
      return callMethod(this, engine.formatToParts!.value, arguments.length === 0 ? [] : [date]);
    },
    formatRange(startDate: unknown, endDate: unknown) {
      return callMethod(this, engine.formatRange!.value, [startDate, endDate]);
    },
    formatRangeToParts(startDate: unknown, endDate: unknown) {
      return callMethod(this, engine.formatRangeToParts!.value, [startDate, endDate]);
    },
  };
  for (const name of Object.keys(methods))
    if (engine[name] !== undefined) defineProperty(prototype, name, { ...engine[name], value: methods[name] });
}

function callMethod(format: Format, method: Function, dates: unknown[]): unknown {
  const call = (self: Format, values: unknown[]) => apply(method, self, values);
  const locale = localeFor(dates);
  return locale === undefined ? call(format, dates) : locale.formatWith(format, call, dates);
}

// `format` is a getter of a bound function, the same each time.
function installFormat(prototype: Format, descriptor: PropertyDescriptor): void {
  const getFormat = descriptor.get!;
  const formats = new WeakMap<object, Function>();
  const call = (self: Format, values: unknown[]) => (apply(getFormat, self, []) as Function)(values[0]);
  const accessor = {
    get format(): Function {
      const format = this as unknown as Format;
      const engineFormat = apply(getFormat, format, []) as Function;
      let bound = formats.get(format);
      if (bound === undefined) {
        bound = (date: unknown) => {
          const locale = typeof date === "object" ? localeFor([date]) : undefined;
          return locale === undefined ? engineFormat(date) : locale.formatWith(format, call, [date]);
        };
        defineProperty(bound, "name", { value: "", configurable: true });
        formats.set(format, bound);
      }
      return bound;
    },
  };
  const { get } = getOwnPropertyDescriptor(accessor, "format")!;
  defineProperty(prototype, "format", { ...descriptor, get });
}
