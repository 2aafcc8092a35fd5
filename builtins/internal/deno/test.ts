// `Deno.test` where tests run (`--test`): each becomes a test of `node:test`, its steps are subtests. The sanitizers are those of
// `sanitizers.ts`. As in Deno, tests begin when the main module has been evaluated.
import defer * as definitions from "internal:test_runner/define";
import { placeOfCall } from "internal:test_runner/scope";
import defer * as process from "internal:node/process";
import * as sanitizers from "internal:deno/sanitizers";
import { Scope } from "internal:deno/test_steps";
import defer * as tables from "internal:deno/test_each";
import defer * as evaluation from "internal:loader/evaluate";
import defer * as loading from "internal:loader/load";
import defer * as scopes from "internal:core/permission_scopes";
import { environment } from "internal:test_runner/environment";
import { mainUrl } from "internal:core/program";

interface Definition {
  name: string;
  fn: (context: TestContext) => unknown;
  ignore?: boolean;
  only?: boolean;
  sanitizeOps?: boolean;
  sanitizeResources?: boolean;
  sanitizeExit?: boolean;
  permissions?: unknown;
  timeout?: number;
  retry?: number;
  repeats?: number;
}
type Hook = "beforeAll" | "beforeEach" | "afterAll" | "afterEach";
interface Waiting {
  definition: Definition;
  place: object | undefined;
}

const hooks: Record<Hook, (() => unknown)[]> = { beforeAll: [], beforeEach: [], afterAll: [], afterEach: [] };
/** Subtests of `node:test` run one after the other unless this says otherwise. */
const CONCURRENCY = 1_000_000;

/** Tests that begin with the main module's end; null: that has come. */
let waiting: Waiting[] | null = [];
/** How many tests run: none may be defined inside. */
let runningCount = 0;
/** `Deno.test.sanitizer()`. */
let defaults: Pick<Definition, "sanitizeOps" | "sanitizeResources"> = {};

/** Whether this program runs for its tests. */
export function isTestRun(): boolean {
  return environment("NODE_TEST_CONTEXT") !== undefined || process.default.execArgv.includes("--test");
}

/** Registers a test. `forced`: the options that `Deno.test.ignore` and `Deno.test.only` imply. */
export function register(given: unknown[], forced: { ignore?: boolean; only?: boolean }): void {
  if (runningCount > 0)
    throw new TypeError("Nested Deno.test() calls are not supported. Use t.step() for nested tests.");
  const definition = { ...defaults, ...definitionOf(given, "test"), ...forced };
  const one = { definition, place: placeOfCall(register) };
  if (waiting === null) return define(one);
  waiting.push(one);
  if (waiting.length === 1) void begin();
}

/** `Deno.test.each`, and those of `Deno.test.ignore` and `Deno.test.only`. */
export function each(cases: unknown, forced: { ignore?: boolean; only?: boolean } = {}): (...given: unknown[]) => void {
  return tables.each(cases, (given) => register(given, forced));
}

/** `Deno.test.sanitizer`: what the tests that follow are checked for. */
export function setSanitizers(options: unknown): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError("Deno.test.sanitizer: options must be an object");
  const { ops, resources } = options as { ops?: boolean; resources?: boolean };
  defaults = { ...defaults };
  if (ops !== undefined) defaults.sanitizeOps = ops;
  if (resources !== undefined) defaults.sanitizeResources = resources;
}

/** Registers a function that runs before or after tests. */
export function registerHook(kind: Hook, fn: unknown): void {
  if (typeof fn !== "function") throw new TypeError(`Expected a function for ${kind} hook`);
  hooks[kind].push(fn as () => unknown);
}

async function begin(): Promise<void> {
  // The functions of the module run to their end first.
  await null;
  const main = mainUrl();
  try {
    await evaluation.evaluate(loading.loadFrom(main, main, {}));
  } catch {
    // The loader reports the error; no test of the file runs.
    return;
  }
  const all = waiting!;
  waiting = null;
  const marked = all.filter(({ definition }) => definition.only);
  const { before, after } = definitions;
  if (hooks.beforeAll.length > 0) before(() => callAll(hooks.beforeAll), undefined);
  if (hooks.afterAll.length > 0) after(() => callAll(hooks.afterAll.toReversed()), undefined);
  if (marked.length > 0) after(() => definitions.failRoot('Test failed because the "only" option was used'), undefined);
  for (const one of marked.length > 0 ? marked : all) define(one);
}

async function callAll(functions: readonly (() => unknown)[]): Promise<void> {
  for (const fn of functions) await fn();
}

function define({ definition, place }: Waiting): void {
  const { name, ignore, permissions } = definition;
  const checks = sanitizers.checksOf(definition);
  const scope = (): Scope => new Scope(name, undefined, checks.ops || checks.resources || checks.exit);
  const once = async (context: unknown): Promise<void> => {
    runningCount++;
    try {
      await withHooks(() => {
        const own = scope();
        return sanitizers.run(checks, () =>
          own.run(() => definition.fn(new TestContext(context, own, definition, undefined))),
        );
      });
    } finally {
      runningCount--;
    }
  };
  const run = (context: unknown): Promise<void> => repeated(definition, () => once(context));
  const timeout = definition.timeout ? { timeout: definition.timeout } : undefined;
  definitions.defineAt(
    name,
    { skip: Boolean(ignore), concurrency: CONCURRENCY, ...timeout },
    permissions === undefined ? run : (context: unknown) => limited(permissions, run, context),
    place,
  );
}

/** `repeats`: all have to pass. `retry`: one of the attempts has to. */
async function repeated({ retry = 0, repeats = 0 }: Definition, once: () => Promise<void>): Promise<void> {
  for (let repetition = 0; repetition <= repeats; repetition++) {
    for (let attempt = 0; ; attempt++) {
      try {
        await once();
        break;
      } catch (error) {
        if (attempt >= retry) throw error;
      }
    }
  }
}

/** A test, and what runs around each. Its own error precedes those of the hooks behind it. */
async function withHooks(test: () => Promise<void>): Promise<void> {
  let failure: { error: unknown } | undefined;
  try {
    await callAll(hooks.beforeEach);
    await test();
  } catch (error) {
    failure = { error };
  }
  try {
    await callAll(hooks.afterEach.toReversed());
  } catch (error) {
    failure ??= { error };
  }
  if (failure !== undefined) throw failure.error;
}

/** Runs a test with narrower permissions than those of its file. */
async function limited(permissions: unknown, run: (context: unknown) => unknown, context: unknown): Promise<void> {
  scopes.narrow(permissions);
  try {
    await run(context);
  } finally {
    scopes.restore();
  }
}

/** The argument of a test or step. */
class TestContext {
  readonly name: string;
  readonly origin: string = mainUrl();
  readonly parent: TestContext | undefined;
  #context: any;
  readonly #scope: Scope;
  readonly #checks: Definition;

  constructor(context: unknown, scope: Scope, checks: Definition, parent: TestContext | undefined) {
    this.#context = context;
    this.#scope = scope;
    this.#checks = checks;
    this.name = scope.name;
    this.parent = parent;
  }

  /** Runs a step; resolves with whether it passed. */
  async step(...given: unknown[]): Promise<boolean> {
    const definition = definitionOf(given, "step");
    const { name, fn, ignore } = definition;
    const { sanitizeOps, sanitizeResources, sanitizeExit } = this.#checks;
    const inherited = { sanitizeOps, sanitizeResources, sanitizeExit, ...definition };
    const checks = sanitizers.checksOf(inherited);
    const scope = new Scope(name, this.#scope, checks.ops || checks.resources || checks.exit);
    const conflict = ignore ? null : scope.conflict();
    if (ignore || conflict !== null) scope.end();
    let passed = false;
    const run = async (context: unknown): Promise<void> => {
      if (conflict !== null) throw conflict;
      // The function that started it continues first.
      await null;
      await scope.run(() => fn(new TestContext(context, scope, inherited, this)));
      passed = true;
    };
    await this.#context.test(name, { skip: Boolean(ignore), concurrency: CONCURRENCY }, run);
    return passed;
  }
}

/** The overloads: `(name, fn)`, `(name, options, fn)`, `(fn)`, `(options, fn)` and `(options)`. */
function definitionOf([first, second, third]: any[], kind: string): Definition {
  let definition: any;
  if (typeof first === "string") {
    const options = typeof second === "function" ? {} : second;
    const fn = typeof second === "function" ? second : third;
    if (typeof fn !== "function") throw new TypeError(`Missing ${kind} function`);
    if (options?.fn !== undefined)
      throw new TypeError(
        `Unexpected 'fn' field in options, ${kind} function is already provided as the third argument`,
      );
    if (options?.name !== undefined)
      throw new TypeError(`Unexpected 'name' field in options, ${kind} name is already provided as the first argument`);
    definition = { ...options, name: first, fn };
  } else if (typeof first === "function") {
    if (first.name === "") throw new TypeError(`The ${kind} function must have a name`);
    definition = { name: first.name, fn: first };
  } else {
    const fn = typeof second === "function" ? second : first.fn;
    if (typeof second === "function" && first.fn !== undefined)
      throw new TypeError(
        `Unexpected 'fn' field in options, ${kind} function is already provided as the second argument`,
      );
    if (typeof fn !== "function")
      throw new TypeError(`Expected 'fn' field in the first argument to be a ${kind} function`);
    definition = { ...first, name: first.name ?? fn.name, fn };
  }
  if (definition.name === "" && kind === "test") throw new TypeError("The test name can't be empty");
  return definition;
}
