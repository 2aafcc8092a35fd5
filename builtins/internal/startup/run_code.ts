// Code that is no file: `-e`, `-p`, and a program on standard input.
import { type Launch, launch } from "internal:core/launch";
import { home, setMainUrl } from "internal:core/program";
import { keepText, loadText } from "internal:loader/load";
import { asyncHooks } from "internal:loader/hook_state";
import { addBuiltins } from "internal:node/module/builtin_globals";
import { ERR_EVAL_ESM_CANNOT_PRINT } from "internal:core/errors";
import defer * as asyncLoading from "internal:loader/load_async";
import defer * as checking from "internal:startup/check_syntax";
import { type Module } from "internal:loader/records";
import { fileUrl } from "internal:core/file_url";
import { configureResolution, importsOf, runAsModule, startLoaders } from "internal:startup/run_main";
import * as commonjs from "internal:loader/commonjs";
import { defineScriptNames, SCRIPT_NAMES } from "internal:loader/script_names";
import { inspect } from "internal:core/util/inspect";
import * as problems from "internal:loader/errors";
import defer * as processObject from "internal:node/process";
import defer * as testRunner from "internal:test_runner/main";
import { loadScript, loadSource, release, runScript } from "native:modules";
import { workingFolder } from "internal:core/process/working_directory";
import { readAllSync } from "native:fs";
import { utf8ToString } from "native:buffer";
import { writeOut } from "native:stdio";

/** Runs the code. */
export function run(program: Launch): void {
  if (program.options.some(([name]) => name === "--test")) return testRunner.main(program);
  const isCode = program.code !== null;
  const source = program.code ?? readStandardInput();
  const name = isCode ? "[eval]" : "[stdin]";
  const folder = workingFolder();
  configureResolution();
  if (program.checks) return checking.checkText(source, name, program);
  startLoaders(program);
  for (const request of program.require) commonjs.preloadFor(folder, request);
  const isModule =
    program.inputType?.startsWith("module") ||
    (program.inputType === null && !program.prints && isModuleText(source, `${folder}/${name}.ts`));
  if (isModule && program.prints) throw new ERR_EVAL_ESM_CANNOT_PRINT();
  const imports = importsOf(program.import);
  // Node's hooks see the code itself too, as a module that nobody imports.
  if (isModule)
    runAsModule([...imports, () => loadEvaluated(source, `${folder}/${name}.ts`, `${fileUrl(folder)}/[eval1]`)]);
  else if (imports.length > 0) runAsModule(imports, () => runAsScript(source, name, folder, program.prints));
  else runAsScript(source, name, folder, program.prints);
}

function loadEvaluated(source: string, given: string, url: string): Module | Promise<Module> {
  const hooks = asyncHooks();
  const path = pathOfText(source, given);
  keepText(url, source);
  setMainUrl(url);
  return hooks === null ? loadText(source, path, url) : asyncLoading.loadTextWith(hooks, source, path, url);
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

function readStandardInput(): string {
  const bytes = readAllSync(0);
  return utf8ToString(bytes, 0, bytes.length);
}

/** Whether text that is no file reads as an ES module. */
export function isModuleText(source: string, path: string): boolean {
  const { handle, record } = loadSource(source, path, 0);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) return false;
  release(handle);
  // A text that only declares a name of the CommonJS wrapper anew is a script: there is no wrapper around it.
  return parsed.kind === "module" && (parsed.isAsync || /\b(?:import|export)\b/.test(source));
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
  processObject.default.on("exit", () => {
    for (const result of results) writeOut(`${typeof result === "string" ? result : inspect(result)}\n`);
  });
}
