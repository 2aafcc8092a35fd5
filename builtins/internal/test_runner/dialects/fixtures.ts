// `test.extend`: values that are made for a test when its function names them. https://vitest.dev/guide/test-context
import type { Fn } from "internal:test_runner/dialects/tree";

type Context = Record<string, unknown>;
interface FixtureOptions {
  auto?: boolean;
  scope?: "test" | "file" | "worker";
}

/** Undoes fixtures, the last one first. */
export type Cleanup = () => Promise<void>;

const ofFile = new Map<object, Map<string, { value: unknown; cleanup: Cleanup }>>();

/** Adds the fixtures that `fn` names (and those with `auto`) to `context`; returns what undoes them. Rejects with their errors. */
export async function addFixtures(context: Context, fixtures: object, fn: Fn): Promise<Cleanup> {
  const cleanups: Cleanup[] = [];
  const entries = fixtures as Record<string, unknown>;
  const names = namesOf(fn);
  const making = new Set<string>();
  const made = new Set<string>();
  const make = async (name: string): Promise<void> => {
    if (made.has(name) || !Object.hasOwn(entries, name)) return;
    if (making.has(name)) throw new Error(`Circular fixture dependency detected: ${[...making, name].join(" <- ")}`);
    making.add(name);
    const [value, options] = partsOf(entries[name]);
    if (typeof value !== "function") context[name] = value;
    else {
      for (const needed of namesOf(value as Fn)) await make(needed);
      await makeOne(name, value as Fn, options, context, fixtures, cleanups);
    }
    making.delete(name);
    made.add(name);
  };
  for (const name of Object.keys(entries)) {
    const [value, options] = partsOf(entries[name]);
    if (options.auto === true || names.includes(name) || typeof value !== "function") await make(name);
  }
  return async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  };
}

async function makeOne(
  name: string,
  fn: Fn,
  options: FixtureOptions,
  context: Context,
  fixtures: object,
  cleanups: Cleanup[],
): Promise<void> {
  const isShared = options.scope === "file" || options.scope === "worker";
  if (!isShared) {
    cleanups.push(await start(fn, context, (value) => (context[name] = value)));
    return;
  }
  let own = ofFile.get(fixtures);
  if (own === undefined) ofFile.set(fixtures, (own = new Map()));
  let found = own.get(name);
  if (found === undefined) {
    let value: unknown;
    const cleanup = await start(fn, context, (given) => (value = given));
    own.set(name, (found = { value, cleanup }));
  }
  context[name] = found.value;
}

/** Undoes the fixtures of the file. */
export async function endFileFixtures(): Promise<void> {
  for (const own of ofFile.values()) for (const { cleanup } of [...own.values()].reverse()) await cleanup();
  ofFile.clear();
}

function partsOf(given: unknown): [value: unknown, options: FixtureOptions] {
  if (
    Array.isArray(given) &&
    given.length <= 2 &&
    typeof given[1] === "object" &&
    given[1] !== null &&
    ("auto" in given[1] || "scope" in given[1] || "injected" in given[1])
  )
    return [given[0], given[1] as FixtureOptions];
  return [given, {}];
}

/** Runs a fixture's function up to its call of `use`; the result lets it end. */
async function start(fn: Fn, context: Context, provide: (value: unknown) => void): Promise<Cleanup> {
  const provided = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const running = Promise.resolve(
    fn(context, async (value: unknown) => {
      provide(value);
      provided.resolve();
      await ended.promise;
    }),
  );
  await Promise.race([provided.promise, running]);
  return async () => {
    ended.resolve();
    await running;
  };
}

/** The names that a function reads of its first parameter. */
function namesOf(fn: Fn): string[] {
  const source = Function.prototype.toString.call(fn);
  const match = /^(?:async\s*)?(?:function\s*\*?\s*)?[\w$]*\s*\(?\s*\{([^}]*)\}/.exec(
    source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""),
  );
  if (match === null) return [];
  return match[1]!
    .split(",")
    .map((part) => part.split(/[:=]/)[0]!.trim())
    .filter((name) => name !== "" && !name.startsWith("..."));
}
