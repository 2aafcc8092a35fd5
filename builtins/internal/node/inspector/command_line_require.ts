// `require` for what is evaluated in a debugger's console, where there is none in scope.
import { safe } from "internal:core/bootstrap";
import { workingDirectory } from "internal:core/process/working_directory";
import * as commonjs from "internal:loader/commonjs";

let made: unknown = null;

/** Defines it as a global, unless the program has one. */
export function addRequire(): void {
  if (safe.getOwnPropertyDescriptor(globalThis, "require") === undefined)
    safe.defineProperty(globalThis, "require", { value: (made ??= make()), configurable: true });
}

/** Removes it; what the program has defined stays. */
export function removeRequire(): void {
  if (made !== null && safe.getOwnPropertyDescriptor(globalThis, "require")?.value === made)
    delete (globalThis as { require?: unknown }).require;
}

/** As for a module in the working directory, with Node's name of it. */
function make(): unknown {
  const Module = commonjs.Module as unknown as commonjs.ModuleClass;
  const module = new Module("<inspector console>");
  module.paths = Module._nodeModulePaths(workingDirectory());
  return commonjs.makeRequire(module);
}
