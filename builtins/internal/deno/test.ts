// `Deno.test` where tests run (`--test`): each becomes a test of `node:test`, its steps are subtests. The sanitizers are those of
// `sanitizers.ts`.
import defer * as nodeTests from "internal:test_runner/module";
import defer * as process from "internal:node/process";
import * as sanitizers from "internal:deno/sanitizers";
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
}
type Hook = "beforeAll" | "beforeEach" | "afterAll" | "afterEach";

const HOOKS: Record<Hook, "before" | "beforeEach" | "after" | "afterEach"> = {
  beforeAll: "before",
  beforeEach: "beforeEach",
  afterAll: "after",
  afterEach: "afterEach",
};

/** Whether this program runs for its tests. */
export function isTestRun(): boolean {
  return environment("NODE_TEST_CONTEXT") !== undefined || process.default.execArgv.includes("--test");
}

/** Registers a test. `forced`: the options that `Deno.test.ignore` and `Deno.test.only` imply. */
export function register(given: unknown[], forced: { ignore?: boolean; only?: boolean }): void {
  const definition = { ...definitionOf(given, "test"), ...forced };
  const { name, fn, ignore, only, permissions } = definition;
  const test: any = nodeTests.default;
  const checks = sanitizers.checksOf(definition);
  const run = (context: unknown): unknown =>
    sanitizers.run(checks, () => fn(new TestContext(context, name, undefined)));
  test(
    name,
    { skip: Boolean(ignore), only: Boolean(only) },
    permissions === undefined ? run : (context: unknown) => limited(permissions, run, context),
  );
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

/** Registers a function that runs before or after tests. */
export function registerHook(kind: Hook, fn: unknown): void {
  if (typeof fn !== "function") throw new TypeError(`Expected a function for Deno.test.${kind}`);
  nodeTests.default[HOOKS[kind]](() => fn());
}

/** The argument of a test or step. */
class TestContext {
  readonly name: string;
  readonly origin: string = mainUrl();
  readonly parent: TestContext | undefined;
  #context: any;

  constructor(context: unknown, name: string, parent: TestContext | undefined) {
    this.#context = context;
    this.name = name;
    this.parent = parent;
  }

  /** Runs a step; resolves with whether it passed. */
  async step(...given: unknown[]): Promise<boolean> {
    const { name, fn, ignore } = definitionOf(given, "step");
    let passed = false;
    await this.#context.test(name, { skip: Boolean(ignore) }, async (context: unknown) => {
      await fn(new TestContext(context, name, this));
      passed = true;
    });
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
    const fn = typeof second === "function" ? second : first?.fn;
    if (typeof fn !== "function")
      throw new TypeError(`Expected 'fn' field in the first argument to be a ${kind} function`);
    definition = { ...first, name: first.name ?? fn.name, fn };
  }
  if (definition.name === "" && kind === "test") throw new TypeError("The test name can't be empty");
  return definition;
}
