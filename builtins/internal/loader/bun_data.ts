// Files that are not code, as programs of Bun import and require them: the loader is chosen by the import's `type`, else by
// the extension (https://bun.com/docs/bundler/loaders). `docs/internals/bun_modules.md` lists what each one exports.
import { fileUrl } from "internal:core/file_url";
import { keyOf, loadedModule } from "internal:loader/load";
import { type Module, SyntheticModule } from "internal:loader/records";
import { namespaceOf } from "internal:loader/namespace";
import { services } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { readModuleText } from "native:modules";

/** A loader: what it makes of a file. */
type Loader =
  | "json"
  | "jsonc"
  | "json5"
  | "toml"
  | "yaml"
  | "xml"
  | "text"
  | "file"
  | "html"
  | "css"
  | "md"
  | "sqlite"
  | "napi";

const BY_EXTENSION: Record<string, Loader> = {
  json: "json",
  jsonc: "jsonc",
  json5: "json5",
  toml: "toml",
  yaml: "yaml",
  yml: "yaml",
  xml: "xml",
  txt: "text",
  html: "html",
  css: "css",
  md: "md",
};

/** Values of the attribute `type` that select a loader. Any other value is ignored, as in Bun. */
const BY_TYPE: Record<string, Loader> = {
  json: "json",
  jsonc: "jsonc",
  json5: "json5",
  toml: "toml",
  yaml: "yaml",
  xml: "xml",
  text: "text",
  file: "file",
  html: "html",
  css: "css",
  md: "md",
  sqlite: "sqlite",
  wasm: "file",
  napi: "napi",
};

/** Values of the attribute `type` that name a language. */
const LANGUAGES = new Set(["js", "jsx", "ts", "tsx", "macro"]);

/** Configuration files of TypeScript and Bun have comments, whatever their extension is. */
const WITH_COMMENTS = /\/(?:tsconfig[^/]*\.json|jsconfig\.json|bun\.lock)$/;

/** Extensions that `require` reads as data too. */
export const REQUIRED_EXTENSIONS = ".jsonc .json5 .toml .yaml .yml .xml .md .txt .html .css".split(" ");

/** Whether an import of a file of code is not code, because its `type` says so. Throws for a language, which is not supported. */
export function isDataType(type: string): boolean {
  if (LANGUAGES.has(type)) throw new ERR_METHOD_NOT_IMPLEMENTED(`import with the type "${type}"`);
  return Object.hasOwn(BY_TYPE, type);
}

/** The module of a file that is not code. `extension` has no dot. */
export function dataModule(url: string, path: string, extension: string, type: string | undefined): Module {
  const loader = type !== undefined && isDataType(type) ? BY_TYPE[type]! : loaderOf(path, extension);
  if (loader === "napi")
    throw new TypeError("To load Node-API modules, use require() or process.dlopen instead of import.");
  if (loader === "sqlite") {
    const database = new (services().BunDatabase)(path);
    return moduleOf(url, { __esModule: true, db: database, default: database });
  }
  const value = valueOf(loader, path);
  if (loader === "text" || loader === "md") return moduleOf(url, { default: value });
  if (!isRecord(value) || loader === "html" || loader === "css")
    return moduleOf(url, { __esModule: true, default: value });
  return moduleOf(url, { ...value, default: value });
}

/**
 * What `require` returns for a file that it reads as data: the namespace of its module when that was imported before; without
 * an import that of a text, else the value.
 */
export function requiredValue(path: string): unknown {
  const imported = importedNamespace(path);
  if (imported !== null) return imported;
  const loader = loaderOf(path, path.slice(path.lastIndexOf(".") + 1));
  const value = valueOf(loader, path);
  return loader === "text" || loader === "md" ? namespaceOf(moduleOf(path, { default: value }, true)) : value;
}

/** The namespace of the module of a data file that was imported, with `__esModule`; null without one. */
export function importedNamespace(path: string): object | null {
  const url = fileUrl(path);
  const type = loaderOf(path, path.slice(path.lastIndexOf(".") + 1));
  const module = loadedModule(url) ?? loadedModule(keyOf(url, { type }));
  if (!(module instanceof SyntheticModule) || module.isCommonJs) return null;
  module.evaluate();
  module.isRequiredInBun = true;
  return namespaceOf(module);
}

function loaderOf(path: string, extension: string): Loader {
  if (WITH_COMMENTS.test(path)) return "jsonc";
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension]! : "file";
}

function valueOf(loader: Loader, path: string): unknown {
  switch (loader) {
    case "file":
      return path;
    case "html":
      return htmlBundle(path);
    case "css":
      // Bun's runtime returns no names of classes either: only its bundler does.
      return {};
    case "text":
      return withoutMark(readModuleText(path));
    case "json":
      return JSON.parse(withoutMark(readModuleText(path)));
    default: {
      const value = services().parseData(loader.toUpperCase(), withoutMark(readModuleText(path)));
      return value ?? {};
    }
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function moduleOf(url: string, values: Record<string, unknown>, isEvaluated = false): SyntheticModule {
  const made = new SyntheticModule(url, Object.keys(values), (module) => {
    const environment = module.environmentObject();
    for (const name of Object.keys(values)) {
      const value = values[name];
      Object.defineProperty(environment, name, { value, writable: true, enumerable: true, configurable: true });
    }
  });
  if (isEvaluated) made.evaluate();
  return made;
}

/** An imported HTML file, for the routes of `Bun.serve`: `index` is its path. As in Bun, it has no constructor. */
export function htmlBundle(path: string): object {
  const bundle = Object.create(bundlePrototype);
  paths.set(bundle, path);
  return bundle;
}

/** The path of an imported HTML file; undefined for any other value. */
export function pathOfHtmlBundle(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? paths.get(value) : undefined;
}

const paths = new WeakMap<object, string>();
const bundlePrototype = Object.defineProperties(
  {},
  {
    index: {
      get(this: object) {
        return paths.get(this);
      },
      enumerable: true,
      configurable: true,
    },
    [Symbol.toStringTag]: { value: "HTMLBundle", configurable: true },
  },
);
