// CommonJS modules that stay when those of the program are removed: the package of a test environment serves one file after the
// other. What they require later, they share with each other and not with the program.
import { load as loadBuiltin, safe } from "internal:core/bootstrap";
import * as commonjs from "internal:loader/commonjs";
import { resolve } from "internal:loader/resolve";

const M = commonjs.Module as unknown as commonjs.ModuleClass;

type Parent = Parameters<commonjs.ModulesApart["has"]>[0];

class KeptModules implements commonjs.ModulesApart {
  readonly #cache: commonjs.ModuleClass["_cache"] = { __proto__: null } as never;
  #isLoading = false;

  /** Takes the loaded modules over. */
  add(): void {
    for (const path of safe.keys(M._cache)) this.#cache[path] = M._cache[path];
  }

  has(parent: Parent): boolean {
    const name = parent?.filename;
    return !this.#isLoading && typeof name === "string" && this.#cache[name] === parent;
  }

  load(request: string, parent: NonNullable<Parent>): unknown {
    // Hooks are for the modules of the program.
    const { format, path } = resolve(request, parent.filename!, true);
    if (format === "builtin") return loadBuiltin(path).default;
    const own = M._cache;
    M._cache = this.#cache;
    this.#isLoading = true;
    try {
      return M._load(path, parent as commonjs.CommonJsModule, false, commonjs.FOUND);
    } finally {
      M._cache = own;
      this.#isLoading = false;
    }
  }
}

let kept: KeptModules | undefined;

/** The loaded modules stay, apart from those of the program, which has loaded none then. */
export function keepModules(): void {
  commonjs.setModulesApart((kept ??= new KeptModules()));
  kept.add();
  commonjs.clearModules();
}
