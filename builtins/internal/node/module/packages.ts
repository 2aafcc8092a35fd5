// `module.findPackageJSON()` and `Module._readPackage()`.
import { resolveWithoutHooks } from "internal:loader/resolve";
import { ERR_MISSING_ARGS, ERR_MODULE_NOT_FOUND } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { packageScope } from "native:modules";
import { existsSync, readFileTextSync } from "native:fs";
import defer * as path from "internal:core/path";
import defer * as url from "internal:web/file_urls";
import defer * as urls from "web:url";

/** The package.json of a package or of the file that a specifier means. Throws Node's resolution errors. */
export function findPackageJson(argumentCount: number, specifier: unknown, base: unknown): string | undefined {
  if (argumentCount === 0) throw new ERR_MISSING_ARGS("specifier");
  let text: string;
  try {
    text = `${specifier as string}`;
  } catch {
    validateString(specifier, "specifier");
    throw new ERR_MISSING_ARGS("specifier");
  }
  const parent = parentOf(base);
  if (text !== "" && text[0] !== "." && text[0] !== "/" && !(urls.URL as any).canParse(text))
    return findPackage(text, parent);
  let target: string;
  try {
    target = resolveWithoutHooks(text, parent, false).path;
  } catch (error) {
    if ((error as any).code !== "ERR_UNSUPPORTED_DIR_IMPORT") throw error;
    target = `${url.fileURLToPath((error as any).url).replace(/\/$/, "")}/_`;
  }
  return packageScope(target) ?? undefined;
}

/** The path of a base, or the base itself when it is no file. */
function parentOf(base: any): string {
  if (typeof base === "object" && base !== null && typeof base.href === "string") return pathOrUrl(base.href);
  validateString(base, "base");
  return path.default.isAbsolute(base) ? base : pathOrUrl(new urls.URL(base).href);
}

function pathOrUrl(href: string): string {
  return href.startsWith("file:") ? url.fileURLToPath(href) : href;
}

function findPackage(specifier: string, parent: string): string {
  const [first, second] = specifier.split("/");
  const name = specifier.startsWith("@") ? `${first}/${second}` : first!;
  if (parent.startsWith("/")) {
    const own = packageScope(parent);
    if (own !== null && nameIn(own) === name) return own;
    for (let folder = path.default.dirname(parent); ; folder = path.default.dirname(folder)) {
      const candidate = path.default.join(folder, "node_modules", name, "package.json");
      if (existsSync(candidate)) return candidate;
      if (folder === "/") break;
    }
  }
  throw new ERR_MODULE_NOT_FOUND(name, parent);
}

function nameIn(file: string): unknown {
  const content = JSON.parse(readFileTextSync(file, 0));
  // A package names itself only when it has `exports`.
  return content.exports === undefined || content.exports === null ? undefined : content.name;
}

/** `Module._readPackage`: what loaders look at. */
export function readPackage(folder: string): object {
  const file = path.default.resolve(folder, "package.json");
  if (!existsSync(file)) return { __proto__: null, exists: false, pjsonPath: file, type: "none" };
  const { name, main, exports, imports, type } = JSON.parse(readFileTextSync(file, 0));
  return {
    __proto__: null,
    exists: true,
    pjsonPath: file,
    name,
    main,
    exports,
    imports,
    type: type === "module" || type === "commonjs" ? type : "none",
  };
}
