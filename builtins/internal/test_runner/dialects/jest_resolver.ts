// The resolver of a configuration of Jest: a function that finds the files of all modules in place of the runner.
// https://jestjs.io/docs/configuration#resolver-string
import { requireIn } from "internal:test_runner/dialects/project_packages";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { isPromise } from "internal:core/util/types";
import defer * as path from "internal:core/path";

type Resolve = (request: string, options: object) => unknown;
/** The resolution of the runner. Throws what it throws. */
type Default = (request: string, parent: string) => string;

/** Jest's default for `moduleFileExtensions`. */
const EXTENSIONS = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".json", ".node"];

export class Resolver {
  readonly #file: string;
  readonly #root: string;
  #resolve: Resolve | undefined;
  /** While the resolver is loaded: its own modules are found by the runner. */
  #isLoading = false;

  constructor(file: string, root: string) {
    this.#file = file;
    this.#root = root;
  }

  /** The URL of a module; null: the runner finds it. Throws what the resolver throws. */
  find(request: string, parentUrl: string, conditions: readonly string[], otherwise: Default): string | null {
    const parent = pathOfFileUrl(parentUrl);
    if (this.#isLoading || parent === null || /^(?:node|data|file|bun|https?):/.test(request)) return null;
    const folder = path.default.dirname(parent);
    const options = {
      basedir: folder,
      conditions: [...conditions],
      extensions: EXTENSIONS,
      moduleDirectory: ["node_modules"],
      paths: [],
      rootDir: this.#root,
      defaultResolver: (name: string, changed?: { basedir?: string }) =>
        otherwise(name, path.default.join(changed?.basedir ?? folder, "_")),
    };
    const found = this.#loaded()(request, options);
    if (isPromise(found))
      throw new TypeError(`The resolver "${this.#file}" returns a promise, which is not supported.`);
    if (typeof found !== "string")
      throw new TypeError(`The resolver "${this.#file}" returned no path for "${request}".`);
    if (path.default.isAbsolute(found)) return fileUrl(found);
    return found.includes(":") ? found : `node:${found}`;
  }

  /** Whether the resolver has only a function `async`, which waits. */
  get isWaiting(): boolean {
    this.#isLoading = true;
    try {
      const loaded = this.#load();
      const given = typeof loaded === "object" && loaded.default !== undefined ? loaded.default : loaded;
      return typeof given === "object" && typeof given.sync !== "function" && "async" in given;
    } finally {
      this.#isLoading = false;
    }
  }

  #load(): Loaded {
    return requireIn<Loaded>(this.#root, this.#file);
  }

  #loaded(): Resolve {
    if (this.#resolve !== undefined) return this.#resolve;
    this.#isLoading = true;
    try {
      const loaded = this.#load();
      const given = typeof loaded === "object" && loaded.default !== undefined ? loaded.default : loaded;
      const resolve = typeof given === "function" ? given : given.sync;
      if (typeof resolve !== "function")
        throw new TypeError(
          `The resolver "${this.#file}" must export a function, or an object with a function "sync".`,
        );
      return (this.#resolve = resolve);
    } finally {
      this.#isLoading = false;
    }
  }
}

type Loaded =
  | Resolve
  | { sync?: Resolve; async?: unknown; default?: Resolve | { sync?: Resolve; async?: unknown; default?: undefined } };
