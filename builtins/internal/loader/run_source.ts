// Source code that is not in a file: whether it is a module, and running it as a script.
import { services } from "internal:core/bootstrap";
import { launch } from "internal:core/launch";
import { home } from "internal:core/program";
import { inspect } from "internal:core/util/inspect";
import { addBuiltins } from "internal:loader/builtin_globals";
import * as commonjs from "internal:loader/commonjs";
import * as problems from "internal:loader/errors";
import { defineScriptNames, SCRIPT_NAMES } from "internal:loader/script_names";
import { loadScript, loadSource, release, runScript } from "native:modules";
import { writeOut } from "native:stdio";

/** Whether text that is no file reads as an ES module. */
export function isModuleText(source: string, path: string): boolean {
  const { handle, record } = loadSource(source, path, 0);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) return false;
  release(handle);
  // A text that only declares a name of the CommonJS wrapper anew is a script: there is no wrapper around it.
  return parsed.kind === "module" && (parsed.isAsync || /\b(?:import|export)\b/.test(source));
}

/** Under which name a module that is no file is read: TypeScript drops imports of which a text makes no use, so only text that is no JavaScript is read as that. */
export function pathOfText(source: string, path: string): string {
  if (home() !== "node" || launch().inputType?.endsWith("-typescript")) return path;
  const plain = path.replace(/\]\.ts$/, "1]");
  const { handle } = loadSource(source, plain, 1);
  if (handle === 0) return path;
  release(handle);
  return plain;
}

/** Runs text as a script with `require` and its kin as globals; `prints` its result when the process ends. Throws what it throws. */
export function runAsScript(source: string, name: string, folder: string, prints: boolean): void {
  const module: any = new (commonjs.Module as any)(name);
  module.filename = `${folder}/${name}`;
  module.paths = (commonjs.Module as any)._nodeModulePaths(folder);
  const scope: any = globalThis;
  if (name === "[eval]") addBuiltins(scope, (id) => module.require(id));
  scope.module = module;
  scope.exports = module.exports;
  scope.require = commonjs.makeRequire(module);
  scope.__filename = name;
  scope.__dirname = ".";
  defineScriptNames(globalThis, `${folder}/${name}`);
  const { handle, record } = loadScript(source, `${name}.ts`, SCRIPT_NAMES);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError({ ...parsed.error, file: name });
  const printed: unknown[] = [];
  if (prints) printAtExit(printed);
  try {
    printed.push(runScript(handle, name));
  } catch (error) {
    throw problems.placedInText(error, name, source);
  }
}

// What `-p` shows is the result as it is when the process ends. Listeners that the program adds come later.
function printAtExit(results: readonly unknown[]): void {
  services().process.on("exit", () => {
    for (const result of results) writeOut(`${typeof result === "string" ? result : inspect(result)}\n`);
  });
}
