// Test environments that a project brings: classes as Jest has them, and objects as Vitest has them. They work on this realm's
// globals. https://jestjs.io/docs/configuration#testenvironment-string, https://vitest.dev/guide/environment#custom-environment
import type { EventHandler } from "internal:test_runner/dialects/environment_events";
import { readFileSync } from "internal:node/fs/sync_io";
import { importFrom } from "internal:loader/dynamic_import";
import * as hooks from "internal:loader/hooks";
import defer * as environments from "internal:test_runner/dialects/environments";

type Options = Record<string, unknown>;
type TearDown = () => unknown;

let handler: EventHandler | null = null;

/** The function of the installed environment that handles the events of tests; null: it has none. */
export function eventHandler(): EventHandler | null {
  return handler;
}

/** What Jest's environments extend. */
class NodeEnvironment {
  readonly global: object = globalThis;
  readonly context: object = globalThis;
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly moduleMocker = null;
  setup(): unknown {
    return undefined;
  }
  teardown(): unknown {
    return undefined;
  }
  exportConditions(): string[] {
    return ["node", "node-addons"];
  }
  getVmContext(): object {
    return globalThis;
  }
}

interface VitestEnvironment {
  setup(global: object, options: Options): unknown;
}

const SCHEME = "brio-environment:";

/** Installs the environment of a file or package; what undoes it. Rejects when it has no known form. */
export async function installCustom(
  name: string,
  options: Options,
  root: string,
  file: string,
): Promise<TearDown | null> {
  provideBases(options, root);
  const given = await load(name, root);
  if (typeof given === "function") return ofJest(given as typeof NodeEnvironment, options, root, file);
  if (typeof (given as VitestEnvironment | null)?.setup !== "function")
    throw new Error(`the test environment "${name}" is neither a class nor an object with a function "setup"`);
  const ended = (await (given as VitestEnvironment).setup(globalThis, options)) as { teardown?: Function } | undefined;
  return () => ended?.teardown?.(globalThis) as unknown;
}

async function load(name: string, root: string): Promise<unknown> {
  const candidates = /^[./]/.test(name) ? [name] : [name, `jest-environment-${name}`, `vitest-environment-${name}`];
  for (const candidate of candidates) {
    try {
      const module = (await importFrom(`${root}/_`, candidate, undefined, false)) as Options;
      // In files of Jest the namespace of a module that exports a function is that function.
      if (typeof module === "function") return module;
      const { default: main, TestEnvironment } = module;
      // A module of TypeScript that was compiled to CommonJS has another `default` inside.
      return typeof main === "function" ? main : ((main as Options | undefined)?.default ?? main ?? TestEnvironment);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw new Error(`the test environment "${name}" is not supported, and no file or package has that name`);
}

async function ofJest(
  Environment: typeof NodeEnvironment,
  options: Options,
  root: string,
  file: string,
): Promise<TearDown> {
  const projectConfig = { rootDir: root, testEnvironmentOptions: options, globals: {}, fakeTimers: {} };
  const config = { projectConfig, globalConfig: { rootDir: root } };
  const comment = /^\s*\/\*\*?([\s\S]*?)\*\//.exec(readFileSync(file, "utf8") as string)?.[1] ?? "";
  const docblockPragmas: Record<string, string> = {};
  for (const [, key, value] of comment.matchAll(/@([\w-]+)[ \t]*(.*)/g)) docblockPragmas[key!] = value!.trim();
  const context = { console: (globalThis as unknown as Options).console, testPath: file, docblockPragmas };
  const environment = new (Environment as unknown as new (config: object, context: object) => NodeEnvironment)(
    config,
    context,
  );
  await environment.setup();
  const { handleTestEvent } = environment as { handleTestEvent?: EventHandler };
  handler = typeof handleTestEvent === "function" ? handleTestEvent.bind(environment) : null;
  return () => {
    handler = null;
    return environment.teardown();
  };
}

/** The classes of Jest's packages are ours: theirs make other global objects. */
function provideBases(options: Options, root: string): void {
  class JsdomEnvironment extends NodeEnvironment {
    dom: object | null = null;
    override async setup(): Promise<void> {
      this.dom = await environments.installJsdom(options, root, "jest");
    }
    override exportConditions(): string[] {
      return ["browser"];
    }
  }
  Object.defineProperty(globalThis, Symbol.for("brio.environments"), {
    value: { node: NodeEnvironment, jsdom: JsdomEnvironment },
    configurable: true,
  });
  const source = (name: string): string =>
    `module.exports = globalThis[Symbol.for("brio.environments")].${name}; module.exports.TestEnvironment = module.exports; module.exports.default = module.exports;`;
  hooks.register({
    resolve(specifier: string, context: object, next: (specifier: string, context: object) => object) {
      const base = /^jest-environment-(node|jsdom)$/.exec(specifier)?.[1];
      return base === undefined
        ? next(specifier, context)
        : { url: SCHEME + base, format: "commonjs", shortCircuit: true };
    },
    load(url: string, context: object, next: (url: string, context: object) => object) {
      if (!url.startsWith(SCHEME)) return next(url, context);
      return { format: "commonjs", shortCircuit: true, source: source(url.slice(SCHEME.length)) };
    },
  } as never);
}
