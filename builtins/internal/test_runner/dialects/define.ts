// `describe`, `test` and the hooks as programs call them, with their chains: `.skip`, `.only`, `.each`, `.if`, `.concurrent`…
// https://jestjs.io/docs/api, https://vitest.dev/api, https://bun.com/docs/test/writing, https://mochajs.org
import defer * as tables from "internal:test_runner/dialects/each";
import type { Fixtures } from "internal:test_runner/dialects/fixtures";
import defer * as fixtureSets from "internal:test_runner/dialects/fixtures";
import {
  Case,
  type Dialect,
  type Fn,
  type Hook,
  type HookName,
  type Mode,
  type Options,
  Suite,
} from "internal:test_runner/dialects/tree";
import type { TagRules } from "internal:test_runner/dialects/vitest_tags";
import defer * as tags from "internal:test_runner/dialects/vitest_tags";
import { placeOfCall } from "internal:test_runner/scope";
import defer * as results from "internal:test_runner/dialects/jest_results";
import type { AsyncLocalStorage } from "internal:core/async/async_local_storage";
import defer * as storages from "internal:core/async/async_local_storage";
import { isPromise } from "internal:core/util/types";

/** What is being defined: the file, and what its tests have by default. */
export interface Definition {
  dialect: Dialect;
  root: Suite;
  current: Suite;
  /** Promises of asynchronous suites. */
  pending: Promise<unknown>[];
  /** Whether tests run already: nothing can be defined any more. */
  isRunning: boolean;
  /** Whether results of functions are errors, as in Jest. */
  checksResults: boolean;
  /** Whether places of tests are read from the stack. */
  readsPlaces: boolean;
  /** The tags that tests may have; null: tags have no meaning. */
  tagRules: TagRules | null;
}

const PLAIN: Options = { mode: "run", timeout: undefined, retry: 0, repeats: 0, isConcurrent: false, fails: false };

/** A definition without tests. */
export function newDefinition(dialect: Dialect): Definition {
  const root = new Suite("", null, { ...PLAIN });
  return {
    dialect,
    root,
    current: root,
    pending: [],
    isRunning: false,
    checksResults: false,
    readsPlaces: true,
    tagRules: null,
  };
}

let definition = newDefinition("jest");
/** The suite whose asynchronous function runs; there are few such functions. */
let inSuite: AsyncLocalStorage<Suite> | undefined;

/** The definition of the file that is loaded. */
export function currentDefinition(): Definition {
  return definition;
}
/** Begins the definition of another file. */
export function beginDefinition(next: Definition): void {
  definition = next;
}

function owner(): Suite {
  return inSuite?.getStore() ?? definition.current;
}

/** What a chain such as `test.skip.each` has collected. */
interface Chain {
  kind: "suite" | "test";
  changes: Partial<Options>;
  fixtures: Fixtures | undefined;
}

/** The members of options objects, in the words of all dialects. */
interface GivenOptions {
  timeout?: number;
  retry?: number;
  repeats?: number;
  concurrent?: boolean;
  sequential?: boolean;
  skip?: boolean;
  only?: boolean;
  todo?: boolean;
  fails?: boolean;
  failing?: boolean;
}

function optionsOf(chain: Chain, parent: Suite, given: unknown): Options {
  const inherited = parent.options;
  const options: Options = {
    mode: "run",
    timeout: inherited.timeout,
    retry: inherited.retry,
    repeats: inherited.repeats,
    isConcurrent: inherited.isConcurrent,
    fails: inherited.fails,
  };
  const { tagRules } = definition;
  if (tagRules !== null) {
    options.tags = tags.tagsIn(inherited.tags, (Object(given) as { tags?: unknown }).tags);
    if (chain.kind === "test" && options.tags !== undefined)
      for (const ofTag of tags.optionsOfTags(tagRules, options.tags)) applyOptions(options, ofTag);
  }
  Object.assign(options, chain.changes);
  applyOptions(options, given);
  return options;
}

function applyOptions(options: Options, given: unknown): void {
  if (typeof given === "number") options.timeout = given;
  else if (typeof given === "object" && given !== null) {
    const { timeout, retry, repeats, concurrent, sequential, skip, only, todo, fails, failing } = given as GivenOptions;
    if (timeout !== undefined) options.timeout = timeout;
    if (retry !== undefined)
      options.retry = typeof retry === "number" ? retry : ((retry as { count?: number }).count ?? 0);
    if (repeats !== undefined) options.repeats = repeats;
    if (concurrent !== undefined) options.isConcurrent = concurrent;
    if (sequential === true) options.isConcurrent = false;
    if (fails === true || failing === true) options.fails = true;
    if (todo === true) options.mode = "todo";
    if (only === true) options.mode = "only";
    if (skip === true) options.mode = "skip";
  }
}

function nameOf(given: unknown): string {
  if (typeof given === "function") return given.name;
  return typeof given === "string" ? given : String(given ?? "");
}

/** The arguments `(name, fn, options)` and `(name, options, fn)`. */
function sortArguments(second: unknown, third: unknown): { fn: Fn | undefined; given: unknown } {
  if (typeof second === "function") return { fn: second as Fn, given: third };
  return { fn: typeof third === "function" ? (third as Fn) : undefined, given: second };
}

function define(
  chain: Chain,
  above: Function,
  name: unknown,
  second: unknown,
  third: unknown,
  row?: unknown[],
): unknown {
  if (typeof name === "function" && second === undefined) [name, second] = ["", name];
  const { fn, given } = sortArguments(second, third);
  const parent = owner();
  const options = optionsOf(chain, parent, given);
  if (chain.kind === "suite") return defineSuite(nameOf(name), parent, options, fn, row);
  if (definition.isRunning) {
    throw new Error(`Tests cannot be defined while tests run: "${nameOf(name)}"`);
  }
  if (fn === undefined && options.mode === "run") options.mode = "todo";
  const place = definition.readsPlaces ? placeOfCall(above) : undefined;
  const { line, column } = place ?? { line: 0, column: 0 };
  const bound: Fn | undefined = row === undefined || fn === undefined ? fn : bindRow(fn, row);
  const test = new Case(nameOf(name), parent, options, bound, {
    line,
    column,
    fixtures: chain.fixtures,
    receiver: fn === undefined || chain.fixtures === undefined ? undefined : { fn, index: row?.length ?? 0 },
  });
  parent.children.push(test);
  return definition.dialect === "mocha" ? mochaControls(test.options) : undefined;
}

/** A function with the arguments of a row first; what the runner adds follows. */
function bindRow(fn: Fn, row: unknown[]): Fn {
  const bound = function (this: unknown, ...more: unknown[]): unknown {
    return fn.apply(this, [...row, ...more]);
  };
  Object.defineProperty(bound, "length", { value: Math.max(0, fn.length - row.length) });
  return bound;
}

/** What Mocha's `it` and `describe` return. */
function mochaControls(options: Options): object {
  const controls = {
    timeout(ms: number) {
      options.timeout = ms;
      return controls;
    },
    retries(count: number) {
      options.retry = count;
      return controls;
    },
    slow: () => controls,
  };
  return controls;
}

function defineSuite(name: string, parent: Suite, options: Options, fn: Fn | undefined, row: unknown[] = []): unknown {
  if (definition.isRunning) throw new Error(`Suites cannot be defined while tests run: "${name}"`);
  const suite = new Suite(name, parent, options);
  parent.children.push(suite);
  if (fn === undefined) {
    if (options.mode === "run") options.mode = "todo";
    return undefined;
  }
  if (DEFERRING.has(definition.dialect)) {
    // Vitest passes the function that defines tests.
    const given = row.length === 0 && definition.dialect === "vitest" ? [test] : row;
    suite.body = () => fn.apply({ ...mochaControls(options), title: name }, given);
    return undefined;
  }
  const before = definition.current;
  definition.current = suite;
  try {
    const self = { ...mochaControls(options), title: name };
    const result = callSuite(suite, fn, self, row);
    if (definition.checksResults) results.checkSuiteResult(result);
    if (isPromise(result)) {
      definition.pending.push(
        result.catch((error: unknown) => {
          suite.failure = { error };
        }),
      );
    }
  } catch (error) {
    // In Jest the file has not been loaded then, and none of its tests runs.
    if (definition.checksResults) throw error;
    suite.failure = { error };
  } finally {
    definition.current = before;
  }
  return definition.dialect === "mocha" ? mochaControls(options) : undefined;
}

/** The dialects that call the functions of suites when the file has been evaluated. */
const DEFERRING: ReadonlySet<Dialect> = new Set<Dialect>(["vitest", "bun"]);

/**
 * Calls the functions of the suites in `suite` that were deferred, one after the other, and those inside of a suite when its own
 * function has returned. An error is one of the file: in Vitest none of its tests runs.
 */
export async function collectSuites(suite: Suite): Promise<void> {
  for (const child of suite.children) {
    if (child.kind !== "suite") continue;
    const { body } = child;
    child.body = null;
    definition.current = child;
    try {
      const result = body?.();
      if (isPromise(result)) await result;
    } catch (error) {
      if (definition.dialect === "vitest") throw error;
      child.failure = { error };
    }
    await collectSuites(child);
  }
  definition.current = suite;
}

/** Calls the function of a suite; what an asynchronous one defines later belongs to the suite too. */
function callSuite(suite: Suite, fn: Fn, self: object, row: unknown[]): unknown {
  if (inSuite === undefined && Object.prototype.toString.call(fn) !== "[object AsyncFunction]")
    return fn.apply(self, row);
  inSuite ??= new storages.AsyncLocalStorage();
  return inSuite.run(suite, () => fn.apply(self, row));
}

type Member = (chain: Chain) => unknown;

function changed(changes: Partial<Options>): Member {
  return (chain) => makeChain({ ...chain, changes: { ...chain.changes, ...changes } });
}

/** `if`-like members: called with a condition they return the chain, when the condition is `plainWhen`, or a changed one. */
function conditional(changes: Partial<Options>, plainWhen: boolean): Member {
  return (chain) => (condition: unknown) => {
    if (Boolean(condition) === plainWhen) return makeChain(chain);
    return makeChain({ ...chain, changes: { ...chain.changes, ...changes } });
  };
}

function each(spreads: boolean): Member {
  return (chain) =>
    (table: unknown, ...values: unknown[]) => {
      const rows = tables.rowsOf(table, values);
      const rowName = definition.dialect === "vitest" ? tables.nameInVitest : tables.nameOfRow;
      const run = (title: unknown, second: unknown, third: unknown): void => {
        rows.forEach((row, index) => {
          const args = spreads ? row.args : [Array.isArray(table) ? (table as unknown[])[index] : row.args[0]];
          define(chain, run, rowName(nameOf(title), row, index), second, third, args);
        });
      };
      return run;
    };
}

const MEMBERS: Record<string, Member> = {
  skip: changed({ mode: "skip" }),
  only: changed({ mode: "only" }),
  todo: changed({ mode: "todo" }),
  failing: changed({ fails: true }),
  fails: changed({ fails: true }),
  concurrent: changed({ isConcurrent: true }),
  sequential: changed({ isConcurrent: false }),
  serial: changed({ isConcurrent: false }),
  shuffle: changed({}),
  if: conditional({ mode: "skip" }, true),
  runIf: conditional({ mode: "skip" }, true),
  skipIf: conditional({ mode: "skip" }, false),
  todoIf: conditional({ mode: "todo" }, false),
  failingIf: conditional({ fails: true }, false),
  concurrentIf: conditional({ isConcurrent: true }, false),
  serialIf: conditional({ isConcurrent: false }, false),
  each: each(true),
  for: each(false),
};

/** The members that Jest has: libraries visit them, and those of each, which must have an end. */
function enumerableMembers(changes: Partial<Options>): string {
  const names = Object.keys(changes);
  if (names.length === 0) return "each skip only todo failing concurrent";
  if (names.length > 1) return "each";
  return "isConcurrent" in changes ? "each skip only failing" : "mode" in changes ? "each failing" : "each";
}

function makeChain(chain: Chain): unknown {
  const call = (name: unknown, second?: unknown, third?: unknown): unknown => define(chain, call, name, second, third);
  const enumerable = enumerableMembers(chain.changes).split(" ");
  for (const [name, member] of Object.entries(MEMBERS))
    Object.defineProperty(call, name, {
      get: () => member(chain),
      configurable: true,
      enumerable: enumerable.includes(name),
    });
  if (chain.kind === "test") {
    addFixtureMembers(call, chain);
  }
  return call;
}

function addFixtureMembers(call: object, chain: Chain): void {
  const { fixtures } = chain;
  const own = fixtures === undefined ? undefined : { fixtures };
  const members: Record<string, () => unknown> = {
    extend:
      () =>
      (...args: unknown[]) =>
        makeChain({ ...chain, fixtures: fixtureSets.Fixtures.extended(fixtures, args, owner()) }),
    override:
      () =>
      (...args: unknown[]) => {
        if (fixtures === undefined) throw new Error("test.override() needs fixtures: call test.extend() before");
        fixtures.override(owner(), args);
        return call;
      },
    describe: () => describe,
    suite: () => describe,
  };
  members.scoped = members.override!;
  for (const [name, hook] of Object.entries(own === undefined ? allHooks() : hooksWith(own)))
    members[name] = () => hook;
  for (const [name, get] of Object.entries(members)) Object.defineProperty(call, name, { get, configurable: true });
}

function allHooks(): Record<string, unknown> {
  return { ...hooks, ...aroundHooks };
}

/** The hooks of a chain with fixtures. */
function hooksWith(own: { fixtures: Fixtures }): Record<string, unknown> {
  const names = Object.keys(allHooks()) as HookName[];
  return Object.fromEntries(names.map((name) => [name, hookOf(name, own.fixtures)]));
}

function hookOf(name: HookName, fixtures?: Fixtures): (first: unknown, second?: unknown) => void {
  return (first, second) => {
    // Mocha's hooks may have a name.
    const [fn, given] = typeof first === "function" ? [first, second] : [second, undefined];
    if (typeof fn !== "function") throw new TypeError(`${name}() expects a function as its first argument`);
    const timeout = typeof given === "number" ? given : (given as { timeout?: number } | undefined)?.timeout;
    const hook: Hook = { fn: fn as Fn, timeout, fixtures };
    if (definition.isRunning) return lateHook(name, hook);
    owner().hooks[name].push(hook);
  };
}

let onLateHook: (name: HookName, hook: Hook) => void = (name) => {
  throw new Error(`${name}() cannot be called while tests run`);
};
/** Receives hooks that are defined inside of a test. */
export function setLateHook(handler: (name: HookName, hook: Hook) => void): void {
  onLateHook = handler;
}
function lateHook(name: HookName, hook: Hook): void {
  onLateHook(name, hook);
}

export const hooks = {
  beforeAll: hookOf("beforeAll"),
  beforeEach: hookOf("beforeEach"),
  afterEach: hookOf("afterEach"),
  afterAll: hookOf("afterAll"),
};
/** Hooks that only Vitest has. */
export const aroundHooks = { aroundEach: hookOf("aroundEach"), aroundAll: hookOf("aroundAll") };

export const test = makeChain({ kind: "test", changes: {}, fixtures: undefined }) as Record<string, unknown>;
export const describe = makeChain({ kind: "suite", changes: {}, fixtures: undefined }) as Record<string, unknown>;
/** `xit`, `fit`, `xdescribe` and the others. */
export const skippedTest = test.skip;
export const onlyTest = test.only;
export const skippedSuite = describe.skip;
export const onlySuite = describe.only;
/** Adds up the modes of the suites around a test. */
export function modeOf(test: Case): Mode {
  let mode: Mode = test.options.mode;
  for (let at: Suite | null = test.parent; at !== null; at = at.parent) {
    if (at.options.mode === "skip") return "skip";
    if (at.options.mode === "todo" && mode !== "skip") mode = "todo";
  }
  return mode;
}
