// Mock functions in snapshots: their name, calls and results.
import type { Config, Printer } from "internal:test_runner/expect/pretty_format";

interface Mock {
  _isMockFunction: true;
  getMockName(): string;
  mock: { calls: unknown[]; results: unknown[] };
}

function isMock(value: object): value is Mock {
  return typeof value === "function" && (value as Partial<Mock>)._isMockFunction === true;
}

/** Prints a mock function; undefined for other values. */
export function printMock(
  value: object,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
  print: Printer,
): string | undefined {
  if (!isMock(value)) return undefined;
  if (config.isBun) return "[class Function]";
  const given = value.getMockName();
  const name = `[MockFunction${given === "jest.fn()" || given === "vi.fn()" || given === "" ? "" : ` ${given}`}]`;
  const { calls, results } = value.mock;
  if (calls.length === 0) return name;
  const inner = indentation + config.indent;
  const { spacingOuter, spacingInner } = config;
  return (
    `${name} {${spacingOuter}${inner}"calls": ${print(calls, config, inner, depth, refs)},${spacingInner}` +
    `${inner}"results": ${print(results, config, inner, depth, refs)}${config.min ? "" : ","}${spacingOuter}${indentation}}`
  );
}
