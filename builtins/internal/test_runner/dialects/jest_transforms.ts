// Transformers of a configuration of Jest: each file whose path a pattern matches is replaced by what its transformer returns.
// https://jestjs.io/docs/code-transformation
import type { JestTransforms } from "internal:test_runner/dialects/protocol";
import defer * as commonjs from "internal:loader/commonjs";
import { safe } from "internal:core/bootstrap";
import { changedMs, readModuleText } from "native:modules";

/** What a hook returns for a file that was transformed. */
export interface TransformedModule {
  url: string;
  format: "commonjs" | "module";
  shortCircuit: true;
  source: string;
}

interface Transformer {
  process?(source: string, path: string, options: object): unknown;
  processAsync?: unknown;
  createTransformer?(options: unknown): Transformer;
}

type ModuleCache = Record<string, object>;

function missingProcess(file: string | null): string {
  return `The transform ${JSON.stringify(file)} must export a function "process".`;
}

/** A file that changed a shorter time ago, in milliseconds, could change again without getting another time. */
const SETTLED_MS = 100;

let last: { key: string; transforms: Transforms } | undefined;

/**
 * The transformers of a configuration. As in Jest they are loaded once for the files that a process, here a realm, runs one after
 * the other.
 */
export function transformsFor(given: JestTransforms, root: string): Transforms {
  const key = safe.stringify([given, root]);
  if (last?.key !== key) last = { key, transforms: new Transforms(given, root) };
  return last.transforms;
}

const CODE_OF_MODULE = /^\s*(?:import[\s{*"']|export[\s{*])/m;

export class Transforms {
  readonly #root: string;
  readonly #given: JestTransforms;
  readonly #patterns: RegExp[];
  readonly #ignored: RegExp[];
  readonly #loaded = new Map<string, Transformer>();
  /** What became of files, by their paths. */
  readonly #results = new Map<string, { changedMs: number; source: string }>();
  /** The modules of the transformers, which are none of the files'. */
  readonly #modules = { __proto__: null } as object as ModuleCache;
  /** Above 0 while a transformer is loaded or works. */
  #runningCount = 0;
  #waiting: Set<number> | undefined;

  constructor(given: JestTransforms, root: string) {
    this.#given = given;
    this.#root = root;
    this.#patterns = given.list.map(({ pattern }) => new RegExp(pattern));
    this.#ignored = given.ignored.map((pattern) => new RegExp(pattern));
  }

  /** Whether a transformer runs: in Jest it is outside of the files' modules, so that the configuration is not for what it loads. */
  get isRunning(): boolean {
    return this.#runningCount > 0;
  }

  /** The transformed module; null: no transformer is for that file. Throws what the transformer throws. */
  module(url: string, path: string | null, isRequired: boolean): TransformedModule | null {
    if (path === null || this.isRunning) return null;
    this.#waiting ??= new Set(this.waiting());
    const index = this.#patterns.findIndex((pattern) => pattern.test(path));
    if (index === -1 || this.#given.list[index]!.file === null) return null;
    if (this.#ignored.some((pattern) => pattern.test(path))) return null;
    if (this.#waiting.has(index)) {
      // `require` cannot wait, in Jest neither; for imports they run in `jest_async_hooks`.
      if (isRequired) throw new TypeError(missingProcess(this.#given.list[index]!.file));
      return null;
    }
    const source = this.#transformed(index, path);
    return { url, format: CODE_OF_MODULE.test(source) ? "module" : "commonjs", shortCircuit: true, source };
  }

  /** The indices of those that only wait (`processAsync`). */
  waiting(): number[] {
    return this.#given.list.flatMap(({ file, options }, index) => {
      if (file === null) return [];
      const { process, processAsync } = this.#transformer(file, options);
      return typeof process !== "function" && typeof processAsync === "function" ? [index] : [];
    });
  }

  #transformed(index: number, path: string): string {
    const changed = changedMs(path);
    const known = this.#results.get(path);
    if (known !== undefined && known.changedMs === changed) return known.source;
    const source = this.#process(index, path);
    if (safe.now() - changed >= SETTLED_MS) this.#results.set(path, { changedMs: changed, source });
    return source;
  }

  #process(index: number, path: string): string {
    const { file, options } = this.#given.list[index]!;
    const transformer = this.#transformer(file!, options);
    const name = JSON.stringify(file);
    if (typeof transformer.process !== "function") throw new TypeError(missingProcess(file));
    const config = { rootDir: this.#root, cwd: this.#root, transform: this.#given.list, globals: {} };
    const result = this.#outside(() =>
      transformer.process!(readModuleText(path), path, {
        cacheFS: new Map(),
        config,
        configString: JSON.stringify(config),
        instrument: false,
        supportsDynamicImport: true,
        supportsExportNamespaceFrom: true,
        supportsStaticESM: true,
        supportsTopLevelAwait: true,
        transformerConfig: options,
      }),
    );
    const code = typeof result === "string" ? result : (result as { code?: unknown } | null | undefined)?.code;
    if (typeof code !== "string")
      throw new TypeError(`"process" of the transform ${name} must return an object with a string "code".`);
    return code;
  }

  #transformer(file: string, options: unknown): Transformer {
    const key = `${file} ${JSON.stringify(options)}`;
    let transformer = this.#loaded.get(key);
    if (transformer !== undefined) return transformer;
    transformer = this.#outside(() => {
      const Module = commonjs.Module as unknown as {
        _resolveFilename(request: string, parent: null, isMain: boolean, options: { paths: string[] }): string;
        _load(request: string, parent: null, isMain: boolean): { default?: Transformer } & Transformer;
      };
      const loaded = Module._load(Module._resolveFilename(file, null, false, { paths: [this.#root] }), null, false);
      const given: Transformer = loaded.default ?? loaded;
      return typeof given.createTransformer === "function" ? given.createTransformer(options) : given;
    });
    this.#loaded.set(key, transformer);
    return transformer;
  }

  #outside<T>(action: () => T): T {
    const Module = commonjs.Module as unknown as { _cache: ModuleCache };
    const { _cache: before } = Module;
    Module._cache = this.#modules;
    this.#runningCount++;
    try {
      return action();
    } finally {
      this.#runningCount--;
      Module._cache = before;
    }
  }
}
