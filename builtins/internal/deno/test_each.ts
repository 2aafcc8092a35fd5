// `Deno.test.each`: a test for each case of a table. https://docs.deno.com/api/deno/~/Deno.DenoTest.each
import { inspect } from "internal:core/util/inspect";

type Register = (given: unknown[]) => void;

/** The function that defines the tests of `cases`. */
export function each(cases: unknown, register: Register): (...given: unknown[]) => void {
  if (!Array.isArray(cases)) throw new TypeError("Deno.test.each: expected an array of test cases");
  return (name, second, third) => {
    if (typeof name !== "string") throw new TypeError("Deno.test.each: test name must be a string");
    const [options, fn] = typeof second === "function" ? [{}, second] : [second as object, third];
    if (typeof fn !== "function") throw new TypeError("Deno.test.each: missing test function");
    cases.forEach((one: unknown, index) => {
      const values: unknown[] = Array.isArray(one) ? one : [one];
      register([titleOf(name, one, values, index), options, (context: unknown) => fn(...values, context)]);
    });
  };
}

function titleOf(template: string, one: unknown, values: unknown[], index: number): string {
  let next = 0;
  return template.replace(/%[sdifjoO#%]|\$[\w$]+(?:\.[\w$]+)*/g, (token) => {
    if (token[0] === "$") return String(memberOf(one, token.slice(1).split(".")));
    if (token === "%%") return "%";
    if (token === "%#") return String(index);
    return formatted(token, values[next++]);
  });
}

function memberOf(value: unknown, path: string[]): unknown {
  let found: unknown = value;
  for (const key of path) found = (found as Record<string, unknown> | null | undefined)?.[key];
  return found;
}

function formatted(token: string, value: unknown): string {
  switch (token) {
    case "%d":
    case "%i":
      return String(token === "%i" ? Number.parseInt(String(value), 10) : Number(value));
    case "%f":
      return String(Number.parseFloat(String(value)));
    case "%j":
      return String(JSON.stringify(value));
    case "%o":
    case "%O":
      return inspect(value, {});
    default:
      return String(value);
  }
}
