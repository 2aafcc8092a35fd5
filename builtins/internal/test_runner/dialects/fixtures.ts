// `test.extend`, `test.override`: values that are made for a test or hook whose function names them in its parameter.
// https://vitest.dev/guide/test-context
import { provided } from "internal:test_runner/dialects/file_settings";
import { endOfArguments } from "internal:test_runner/dialects/scan_source";
import type { Fn, Suite } from "internal:test_runner/dialects/tree";

type Context = Record<string, unknown>;
interface FixtureOptions {
  auto?: boolean;
  injected?: boolean;
  scope?: "test" | "file" | "worker";
}

/** Undoes what a fixture did. */
type Cleanup = () => unknown;

/** How a value is made. */
interface Fixture {
  name: string;
  value: unknown;
  options: FixtureOptions;
  /** Its function returns the value, and gets `onCleanup`; others pass the value to `use`. */
  returns: boolean;
  /** The fixture of the same name before it, which it may name. */
  base: Fixture | undefined;
}

/** What a function receives: a parameter by its position. */
export interface Receiver {
  fn: Fn;
  index: number;
}

/** The fixtures of a chain, with those that replace them in suites. */
export class Fixtures {
  readonly #entries: ReadonlyMap<string, Fixture>;
  readonly #overrides = new Map<Suite, Map<string, Fixture>>();

  private constructor(entries: ReadonlyMap<string, Fixture>) {
    this.#entries = entries;
  }

  /** `extend(fixtures)` and `extend(name, options, value)` in the suite `suite`. */
  static extended(base: Fixtures | undefined, args: unknown[], suite: Suite): Fixtures {
    const before = base?.of(suite) ?? new Map<string, Fixture>();
    return new Fixtures(new Map([...before, ...fixturesOf(args, before)]));
  }

  /** Replaces fixtures in a suite. Throws for a name that does not exist. */
  override(suite: Suite, args: unknown[]): void {
    const before = this.of(suite);
    const own = fixturesOf(args, before);
    for (const [name, { options }] of own) {
      const base = before.get(name);
      if (base === undefined) throw new Error(`test.override() cannot find the fixture "${name}"`);
      options.scope ??= base.options.scope!;
      options.auto ??= base.options.auto === true;
    }
    this.#overrides.set(suite, new Map([...(this.#overrides.get(suite) ?? []), ...own]));
  }

  /** The fixtures that apply in a suite. */
  of(suite: Suite): ReadonlyMap<string, Fixture> {
    if (this.#overrides.size === 0) return this.#entries;
    const found = new Map(this.#entries);
    const suites: Suite[] = [];
    for (let at: Suite | null = suite; at !== null; at = at.parent) suites.unshift(at);
    for (const one of suites) for (const [name, fixture] of this.#overrides.get(one) ?? []) found.set(name, fixture);
    return found;
  }
}

const OPTIONS = ["auto", "scope", "injected"];

function fixturesOf(args: unknown[], before: ReadonlyMap<string, Fixture>): Map<string, Fixture> {
  const [first, second, third] = args;
  if (typeof first === "string") {
    const hasOptions = args.length > 2;
    const options = hasOptions ? { ...(second as FixtureOptions) } : {};
    const value = hasOptions ? third : second;
    return new Map([[first, { name: first, value, options, returns: true, base: before.get(first) }]]);
  }
  const found = new Map<string, Fixture>();
  for (const [name, given] of Object.entries((first ?? {}) as Context)) {
    const [value, options] = partsOf(given);
    found.set(name, { name, value, options, returns: false, base: before.get(name) });
  }
  return found;
}

function partsOf(given: unknown): [value: unknown, options: FixtureOptions] {
  if (!Array.isArray(given) || given.length > 2) return [given, {}];
  const [value, options] = given as [unknown, unknown];
  const hasOptions = typeof options === "object" && options !== null && OPTIONS.some((name) => name in options);
  return hasOptions ? [value, { ...(options as FixtureOptions) }] : [given, {}];
}

/** Values that live as long as the file. */
const ofFile = new Map<Fixture, Promise<unknown>>();
const fileCleanups: Cleanup[] = [];

/** Undoes the fixtures of the file. */
export async function endFileFixtures(): Promise<void> {
  ofFile.clear();
  for (const cleanup of fileCleanups.splice(0).reverse()) await cleanup();
}

/** The fixtures of one test, or of the hooks of a suite. */
export class FixtureUse {
  readonly #context: Context;
  readonly #fixtures: ReadonlyMap<string, Fixture>;
  readonly #isOfSuite: boolean;
  readonly #cleanups: Cleanup[] = [];
  readonly #made = new Set<Fixture>();

  /** Values go to `context`. `isOfSuite`: only those of the file are made. */
  constructor(context: Context, fixtures: ReadonlyMap<string, Fixture>, isOfSuite: boolean) {
    this.#context = context;
    this.#fixtures = fixtures;
    this.#isOfSuite = isOfSuite;
  }

  /** Makes what a function names, and what is made without being named. Rejects with the errors of fixtures. */
  async make(receiver: Receiver): Promise<void> {
    const names = namesOf(receiver);
    for (const fixture of this.#fixtures.values()) {
      const isNamed = names.includes(fixture.name);
      if (this.#isOfSuite && !isOfFile(fixture)) {
        if (isNamed && typeof fixture.value === "function")
          throw new Error(`the fixture "${fixture.name}" belongs to tests: a hook of a suite cannot use it`);
        continue;
      }
      if (isNamed || fixture.options.auto === true || typeof fixture.value !== "function")
        await this.#make(fixture, []);
    }
  }

  async #make(fixture: Fixture, making: Fixture[]): Promise<void> {
    if (this.#made.has(fixture)) return;
    if (making.includes(fixture)) {
      const names = [...making, fixture].map(({ name }) => name).join(" <- ");
      throw new Error(`Circular fixture dependency detected: ${names}`);
    }
    const { name, value, base, options } = fixture;
    const given = options.injected === true ? provided(name) : undefined;
    if (given !== undefined) this.#context[name] = given;
    else if (typeof value !== "function") this.#context[name] = value;
    else {
      for (const needed of namesOf({ fn: value as Fn, index: 0 })) {
        const one = needed === name ? base : this.#fixtures.get(needed);
        if (one !== undefined) await this.#make(one, [...making, fixture]);
      }
      this.#context[name] = await this.#start(fixture);
    }
    this.#made.add(fixture);
  }

  #start(fixture: Fixture): Promise<unknown> {
    if (!isOfFile(fixture)) return start(fixture, this.#context, this.#cleanups);
    let found = ofFile.get(fixture);
    if (found === undefined) ofFile.set(fixture, (found = start(fixture, this.#context, fileCleanups)));
    return found;
  }

  /** How many fixtures have to be undone. */
  get count(): number {
    return this.#cleanups.length;
  }

  /** Undoes the fixtures but for the first `kept` ones, the last one first. Rejects with the first error of one. */
  async end(kept: number): Promise<void> {
    for (const cleanup of this.#cleanups.splice(kept).reverse()) await cleanup();
  }
}

function isOfFile({ options }: Fixture): boolean {
  return options.scope === "file" || options.scope === "worker";
}

/** Runs a fixture's function up to its value; what undoes it is added to `cleanups`. */
async function start({ value, returns, name }: Fixture, context: Context, cleanups: Cleanup[]): Promise<unknown> {
  const make = value as Fn;
  if (returns) return make(context, { onCleanup: (cleanup: Cleanup) => void cleanups.push(cleanup) });
  const provided = Promise.withResolvers<{ value: unknown }>();
  const ended = Promise.withResolvers<void>();
  const running = Promise.resolve(
    make(context, async (given: unknown) => {
      provided.resolve({ value: given });
      await ended.promise;
    }),
  );
  const result = await Promise.race([provided.promise, running.then(() => null)]);
  if (result === null) throw new Error(`the fixture "${name}" returned without a call of \`use\``);
  cleanups.push(async () => {
    ended.resolve();
    await running;
  });
  return result.value;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/** The names that a function reads of a parameter, when it is a pattern of an object. */
function namesOf({ fn, index }: Receiver): string[] {
  const source = Function.prototype.toString.call(fn);
  const open = source.indexOf("(");
  // An arrow function whose only parameter is a name.
  const arrow = source.indexOf("=>");
  if (open === -1 || (arrow !== -1 && arrow < open)) return [];
  const parameter =
    partsBetween(source, open + 1)
      [index]?.replaceAll(COMMENTS, "")
      .trim() ?? "";
  if (!parameter.startsWith("{")) return [];
  return partsBetween(parameter, 1)
    .map((part) =>
      part
        .split(/[:=]/)[0]!
        .trim()
        .replaceAll(/^["']|["']$/g, ""),
    )
    .filter((name) => name !== "" && !name.startsWith("..."));
}

/** What commas separate from `start` to the bracket that ends it. */
function partsBetween(source: string, start: number): string[] {
  const { end, commas } = endOfArguments(source, start);
  const bounds = [start - 1, ...commas, end];
  return bounds.slice(1).map((to, index) => source.slice(bounds[index]! + 1, to));
}
