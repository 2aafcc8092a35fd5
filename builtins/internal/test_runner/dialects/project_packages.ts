// Loads CommonJS packages and files of a project as `require` in one of its folders does.
import defer * as commonjs from "internal:loader/commonjs";

interface Loader {
  _resolveFilename(request: string, parent: null, isMain: boolean, options: { paths: string[] }): string;
  _load(request: string, parent: null, isMain: boolean): unknown;
}

/** The file that `require(request)` in `folder` loads. Throws its error when there is none. */
export function resolveIn(folder: string, request: string): string {
  return (commonjs.Module as unknown as Loader)._resolveFilename(request, null, false, { paths: [folder] });
}

/** What the file exports. Throws what it throws. */
export function requireFile<T>(file: string): T {
  return (commonjs.Module as unknown as Loader)._load(file, null, false) as T;
}

/** What `require(request)` in `folder` returns. Throws what it throws. */
export function requireIn<T>(folder: string, request: string): T {
  return requireFile(resolveIn(folder, request));
}

/** The default export of a module that `require` returned, or all that it exports. */
export function defaultOf<T>(loaded: { default?: T }): T {
  return loaded.default ?? (loaded as T);
}

/** Whether an error says that a package or a file of it was not found. */
export function isNotFound(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return code === "MODULE_NOT_FOUND" || code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
}
