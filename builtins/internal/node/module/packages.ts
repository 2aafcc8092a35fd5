// `module.findPackageJSON()` and `Module._readPackage()`.
import { resolve } from "internal:loader/resolve";
import { ERR_MISSING_ARGS, ERR_MODULE_NOT_FOUND } from "internal:core/errors";
import { launch } from "internal:core/launch";
import { check } from "internal:core/permissions";
import { validateString } from "internal:core/validators";
import { packageScope, readNearby } from "native:modules";
import type { URL } from "web:url";
import defer * as path from "internal:core/path";
import defer * as url from "internal:web/file_urls";
import defer * as urls from "web:url";
import { PermissionKind } from "native:permissions";

/** The package.json of the package, or of the file, that a specifier resolves to. Throws Node's resolution errors. */
export function findPackageJson(argumentCount: number, specifier: unknown, base: unknown): string | undefined {
  if (argumentCount === 0) throw new ERR_MISSING_ARGS("specifier");
  let name: string;
  try {
    name = `${specifier as string}`;
  } catch {
    validateString(specifier, "specifier");
    throw new ERR_MISSING_ARGS("specifier");
  }
  const parent = parentOf(base);
  if (name !== "" && name[0] !== "." && name[0] !== "/" && !urls.URL.canParse(name)) return findPackage(name, parent);
  let target: string;
  try {
    target = resolve(name, parent, false).path;
  } catch (error) {
    const failure = error as { code?: string; url: string };
    if (failure.code !== "ERR_UNSUPPORTED_DIR_IMPORT") throw error;
    target = `${url.fileURLToPath(failure.url).replace(/\/$/, "")}/_`;
  }
  // The loader may look at any package.json; a program only where it may read.
  if (launch().restricts) check(PermissionKind.READ, target);
  return packageScope(target) ?? undefined;
}

/** The path of a base, or the base itself when it is not a file. */
function parentOf(base: unknown): string {
  if (typeof base === "object" && base !== null && typeof (base as URL).href === "string")
    return pathOrUrl((base as URL).href);
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
    if (launch().restricts) check(PermissionKind.READ, parent);
    const own = packageScope(parent);
    if (own !== null && nameIn(own) === name) return own;
    for (let folder = path.default.dirname(parent); ; folder = path.default.dirname(folder)) {
      const candidate = path.default.join(folder, "node_modules", name, "package.json");
      if (readNearby(candidate) !== null) return candidate;
      if (folder === "/") break;
    }
  }
  throw new ERR_MODULE_NOT_FOUND(name, parent);
}

// The name by which a package can import itself.
function nameIn(file: string): unknown {
  const content = JSON.parse(readNearby(file) ?? "{}");
  // Self-references need `exports`.
  return content.exports === undefined || content.exports === null ? undefined : content.name;
}

/** `Module._readPackage`: the fields that loaders use. */
export function readPackage(folder: string): object {
  const file = path.default.resolve(folder, "package.json");
  if (launch().restricts) check(PermissionKind.READ, file);
  const text = readNearby(file);
  if (text === null) return { __proto__: null, exists: false, pjsonPath: file, type: "none" };
  const { name, main, exports, imports, type } = JSON.parse(text);
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
