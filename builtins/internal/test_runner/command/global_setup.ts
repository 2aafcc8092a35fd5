// Functions that run once, in the realm of the run, before and after all files: Jest's `globalSetup` and `globalTeardown`,
// Vitest's `globalSetup`, Mocha's `mochaGlobalSetup`, and those of Node's `--test-global-setup`. The files see what they write to `process.env`.
import type { GlobalSetup, ProjectConfig } from "internal:test_runner/command/project_config";
import { importFrom } from "internal:loader/dynamic_import";

type Members = Record<string, unknown>;
type Fn = (this: unknown, ...args: unknown[]) => unknown;

/** The functions of a run. */
export class GlobalSetups {
  readonly #configs: ProjectConfig[];
  readonly #teardowns: (() => unknown)[] = [];

  constructor(configs: ProjectConfig[]) {
    this.#configs = configs;
  }

  /** Runs what precedes the files. Rejects with the first error. */
  async setUp(): Promise<void> {
    const done = new Map<string, ProjectConfig>();
    for (const config of this.#configs) {
      for (const setup of config.globalSetup) {
        const key = `${setup.kind} ${setup.file}`;
        const first = done.get(key);
        // What it provides is for all projects that have it.
        if (first !== undefined) config.provided = { ...first.provided, ...config.provided };
        else {
          done.set(key, config);
          await this.#start(setup, config);
        }
      }
    }
  }

  /** Runs what follows the files, the last one first; the errors. */
  async tearDown(): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (const teardown of this.#teardowns.splice(0).reverse()) {
      try {
        await teardown();
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }

  async #start({ file, kind }: GlobalSetup, config: ProjectConfig): Promise<void> {
    const module = (await importFrom(`${config.root}/_`, file, undefined, false)) as Members;
    if (kind === "vitest") return this.#startVitest(module, config);
    if (kind === "mocha") return this.#startMocha(module);
    if (kind === "node") return this.#startNode(module);
    const call = functionOf(module.default);
    if (call === undefined) throw new TypeError(`${file} must export a function`);
    const settings = { rootDir: config.root, roots: config.roots, globals: config.globals };
    if (kind === "jest-teardown") this.#teardowns.push(() => call(settings, settings));
    else await call(settings, settings);
  }

  /** https://vitest.dev/config/globalsetup */
  async #startVitest(module: Members, config: ProjectConfig): Promise<void> {
    const project = {
      name: config.name,
      config: { root: config.root, env: config.variables },
      provide: (name: string, value: unknown) => void (config.provided[name] = value),
      onTestsRerun() {},
      getProvidedContext: () => config.provided,
    };
    for (const setup of [functionOf(module.default), functionOf(module.setup)]) {
      const teardown = functionOf(await setup?.(project));
      if (teardown !== undefined) this.#teardowns.push(teardown as () => unknown);
    }
    const teardown = functionOf(module.teardown);
    if (teardown !== undefined) this.#teardowns.push(() => teardown(project));
  }

  /** https://nodejs.org/api/test.html#global-setup-and-teardown */
  async #startNode(module: Members): Promise<void> {
    const teardown = functionOf(module.globalTeardown);
    if (teardown !== undefined) this.#teardowns.push(() => teardown());
    await functionOf(module.globalSetup)?.();
  }

  /** https://mochajs.org/#global-fixtures: both kinds of functions share their `this`. */
  async #startMocha(module: Members): Promise<void> {
    const own = { ...(module.default as Members | undefined), ...module };
    const self = {};
    const functions = (value: unknown): Fn[] =>
      (Array.isArray(value) ? value : [value]).flatMap((one) => functionOf(one) ?? []);
    for (const teardown of functions(own.mochaGlobalTeardown)) this.#teardowns.push(() => teardown.call(self));
    for (const setup of functions(own.mochaGlobalSetup)) await setup.call(self);
  }
}

function functionOf(value: unknown): Fn | undefined {
  if (typeof value === "function") return value as Fn;
  // A module of TypeScript that was compiled to CommonJS.
  const inner = (value as Members | null | undefined)?.default;
  return typeof inner === "function" ? (inner as Fn) : undefined;
}
