// `TestRunner` of Vitest 4: what packages use that define tests of another kind (`@fast-check/vitest`). Suites, files and tests are
// shown as far as these read them. https://vitest.dev/api/advanced/runner
import defer * as tables from "internal:test_runner/dialects/each";
import { currentDefinition, test as defineTest } from "internal:test_runner/dialects/define";
import { runningTest } from "internal:test_runner/dialects/running_test";
import type { Case, Fn, HookName, Suite } from "internal:test_runner/dialects/tree";

/** A suite or file as programs see it. */
interface Shown {
  type: "suite";
  name: string;
  suite: Shown | undefined;
  file: Shown;
  /** Of a file. */
  filepath?: string;
}

/** What a chain such as `test.skip.concurrent` has collected. */
type Flags = Record<string, boolean>;

const FLAGS = ["concurrent", "sequential", "skip", "only", "todo", "fails"] as const;
const HOOKS: HookName[] = ["beforeAll", "afterAll", "beforeEach", "afterEach"];

const shown = new WeakMap<Suite, Shown>();
const suites = new WeakMap<object, Suite>();

function shownSuite(suite: Suite, file: string): Shown {
  let found = shown.get(suite);
  if (found !== undefined) return found;
  const outer = suite.parent === null ? undefined : shownSuite(suite.parent, file);
  found = { type: "suite", name: suite.name, suite: outer?.filepath === undefined ? outer : undefined } as Shown;
  found.file = outer?.file ?? found;
  if (outer === undefined) found.filepath = file;
  shown.set(suite, found);
  suites.set(found, suite);
  return found;
}

function shownTest(test: Case, file: string): object {
  const parent = shownSuite(test.parent, file);
  return {
    type: "test",
    name: test.name,
    suite: parent.filepath === undefined ? parent : undefined,
    file: parent.file,
    context: test.context ?? {},
  };
}

/** A function like `test` whose calls are calls of `define`, with the flags of the chain as `this`. */
export function createTaskCollector(define: Fn): object {
  return collector(define, {});
}

/** The suite of `file` that is being defined. */
export function getCurrentSuite(file: string): object {
  const suite = currentDefinition().current;
  return { type: "collector", name: suite.name, suite: shownSuite(suite, file), test: defineTest, task: defineTask };
}

/** The test of `file` that runs, undefined outside of tests. */
export function getCurrentTest(file: string): object | undefined {
  const test = runningTest();
  return test === undefined ? undefined : shownTest(test, file);
}

/** The hooks of a suite or file by their names. */
export function getSuiteHooks(suite: object): Record<string, Fn[]> {
  const hooks = suites.get(suite)?.hooks;
  return Object.fromEntries(HOOKS.map((name) => [name, hooks?.[name].map(({ fn }) => fn) ?? []]));
}

function defineTask(name: string, { handler, ...options }: { handler?: Fn } & Record<string, unknown> = {}): void {
  (defineTest as unknown as Fn)(name, options, handler);
}

function collector(define: Fn, flags: Flags): object {
  const call = (...args: unknown[]): unknown => define.apply({ ...flags }, args);
  for (const name of FLAGS)
    Object.defineProperty(call, name, { get: () => collector(define, { ...flags, [name]: true }), configurable: true });
  return Object.assign(call, {
    each: (table: unknown, ...values: unknown[]) => ofRows(define, flags, table, values, true),
    for: (table: unknown, ...values: unknown[]) => ofRows(define, flags, table, values, false),
    skipIf: (condition: unknown) => (Boolean(condition) ? collector(define, { ...flags, skip: true }) : call),
    runIf: (condition: unknown) => (Boolean(condition) ? call : collector(define, { ...flags, skip: true })),
  });
}

function ofRows(define: Fn, flags: Flags, table: unknown, values: unknown[], spreads: boolean): Fn {
  const rows = tables.rowsOf(table, values);
  return (title, second, third) => {
    const [fn, options] = typeof second === "function" ? [second as Fn, third] : [third as Fn | undefined, second];
    rows.forEach((row, index) => {
      const own = spreads ? row.args : [Array.isArray(table) ? (table as unknown[])[index] : row.args[0]];
      const bound = fn === undefined ? undefined : (context: unknown) => fn(...own, ...(spreads ? [] : [context]));
      define.call({ ...flags, each: true }, tables.nameInVitest(String(title), row, index), options ?? {}, bound);
    });
  };
}
