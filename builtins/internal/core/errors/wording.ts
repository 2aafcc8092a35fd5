// How messages name values and join lists.
import { safe } from "internal:core/bootstrap";
import defer * as inspect from "internal:core/util/inspect";

/** `null`, `type number (5)`, `an instance of Map`: the description of a value after "Received". */
export function determineSpecificType(value: {} | null | undefined): string {
  if (value == null) return String(value);
  switch (typeof value) {
    case "bigint":
      return `type bigint (${value}n)`;
    case "number":
      return `type number (${safe.is(value, -0) ? "-0" : value})`;
    case "boolean":
      return `type boolean (${value})`;
    case "symbol":
      return `type symbol (${String(value)})`;
    case "function":
      return `function ${value.name}`;
    case "string": {
      const shown = value.length > 28 ? `${value.slice(0, 25)}...` : value;
      return `type string (${shown.includes("'") ? JSON.stringify(shown) : `'${shown}'`})`;
    }
    default: {
      // The constructor may belong to the program and be an accessor: it is read once.
      const name = value.constructor?.name;
      return typeof name === "string" && name !== "" ? `an instance of ${name}` : inspect.inspect(value, { depth: -1 });
    }
  }
}

/** `A`, `A and B`, `A, B, and C`. */
export function formatList(items: readonly string[], conjunction = "and"): string {
  if (items.length <= 2) return items.join(` ${conjunction} `);
  return `${items.slice(0, -1).join(", ")}, ${conjunction} ${items[items.length - 1]}`;
}

/** Groups the digits of a decimal integer by three: `-1_234_567`. */
export function addNumericalSeparator(digits: string): string {
  const negative = digits.startsWith("-");
  return (negative ? "-" : "") + digits.slice(negative ? 1 : 0).replace(/\B(?=(?:\d{3})+$)/g, "_");
}
