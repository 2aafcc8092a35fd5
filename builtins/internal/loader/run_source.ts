// Source code that is not in a file: whether it is a module, and running it as a script.
import { inspection, services, safe } from "internal:core/bootstrap";
import { launch } from "internal:core/launch";
import { home } from "internal:core/program";
import { inspect } from "internal:core/util/inspect";
import { addBuiltins } from "internal:loader/builtin_globals";
import * as commonjs from "internal:loader/commonjs";
import * as loaderErrors from "internal:loader/errors";
import { defineScriptNames, SCRIPT_NAMES } from "internal:loader/script_names";
import { prepareFormats } from "internal:ecmascript/temporal/mentions";
import { SourceGoal, loadScript, loadSource, release, runScript } from "native:modules";
import { writeOut } from "native:stdio";

/** Whether source that is not in a file is an ES module by its syntax. */
export function isModuleSource(source: string, path: string): boolean {
  const { handle, record } = loadSource(source, path, SourceGoal.DETECT);
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) return false;
  release(handle);
  // Source that only redeclares a name of the CommonJS wrapper is a script: there is no wrapper around it.
  return parsed.kind === "module" && (parsed.isAsync || /\b(?:import|export)\b/.test(source));
}

/** Whether a module in Bun's home is CommonJS: it uses a variable of the CommonJS wrapper, and no syntax of modules. */
export function isBunCommonJs(source: string, path: string): boolean {
  const { handle, record } = loadSource(source, path, SourceGoal.ES_MODULE);
  release(handle);
  return safe.parseJson(record).kind === "commonjs";
}

/** The file name for a module that is not in a file. TypeScript removes unused imports, so only source that is not valid JavaScript is parsed as TypeScript. */
export function pathOfSource(source: string, path: string): string {
  if (home() !== "node" || launch().inputType?.endsWith("-typescript")) return path;
  const plain = path.replace(/\]\.ts$/, "1]");
  const { handle } = loadSource(source, plain, SourceGoal.ES_MODULE);
  if (handle === 0) return path;
  release(handle);
  return plain;
}

/** Runs source as a script with the variables of the CommonJS wrapper as globals; `prints` its result at exit. Throws its errors. */
export function runAsScript(source: string, name: string, folder: string, prints: boolean): void {
  const Module = commonjs.Module as unknown as commonjs.ModuleClass;
  const module = new Module(name);
  module.filename = `${folder}/${name}`;
  module.paths = Module._nodeModulePaths(folder);
  const scope = globalThis as Record<string, unknown>;
  if (name === "[eval]") addBuiltins(scope, (id) => module.require(id));
  scope.module = module;
  scope.exports = module.exports;
  scope.require = commonjs.makeRequire(module);
  scope.__filename = name;
  scope.__dirname = ".";
  defineScriptNames(globalThis, `${folder}/${name}`);
  const { handle, record } = loadScript(source, `${name}.ts`, SCRIPT_NAMES);
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxError({ ...parsed.error, file: name });
  prepareFormats(source);
  const printed: unknown[] = [];
  if (prints) printAtExit(printed);
  inspection.compiled?.(name);
  try {
    printed.push(runScript(handle, name));
  } catch (error) {
    throw loaderErrors.withSourceLine(error, name, source);
  }
}

// `-p` prints the state of the result at exit. Listeners that the program adds are called later.
function printAtExit(results: readonly unknown[]): void {
  services().process.on("exit", () => {
    for (const result of results) writeOut(`${typeof result === "string" ? result : inspect(result)}\n`);
  });
}
