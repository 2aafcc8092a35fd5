// Code that is not in a file: `-e`, `-p`, and a program on standard input.
import { type Launch } from "internal:core/launch";
import { setMainUrl } from "internal:core/program";
import defer * as loading from "internal:loader/load";
import defer * as chain from "internal:loader/chain";
import defer * as errors from "internal:core/errors";
import defer * as checking from "internal:startup/check_syntax";
import { type Module } from "internal:loader/records";
import { fileUrl } from "internal:core/file_url";
import defer * as builtinGlobals from "internal:loader/builtin_globals";
import defer * as runSource from "internal:loader/run_source";
import { configureResolution, importsOf, preloadModules, runAsModule, startLoaders } from "internal:loader/run_main";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as benchCommand from "internal:test_runner/bench/main";
import defer * as coverageCommand from "internal:test_runner/coverage/command";
import defer * as testCommand from "internal:test_runner/command/main";
import defer * as testRunner from "internal:test_runner/main";
import { workingDirectory } from "internal:core/process/working_directory";
import { readAllSync } from "native:fs";
import { utf8ToString } from "native:buffer";

/** Runs the code. */
export function run(program: Launch): void {
  if (program.options.some(([name]) => name === "--test")) return testRunner.main(program);
  if (program.options.some(([name]) => name === "test")) return testCommand.main(program);
  if (program.options.some(([name]) => name === "bench")) return benchCommand.main(program);
  if (program.options.some(([name]) => name === "coverage")) return coverageCommand.main(program);
  const isCode = program.code !== null;
  const source = program.code ?? readStandardInput();
  const name = isCode ? "[eval]" : "[stdin]";
  const folder = workingDirectory();
  configureResolution();
  if (program.checks) return checking.checkSource(source, name, program);
  startLoaders(program);
  preloadModules(program, folder);
  const isModule =
    program.inputType?.startsWith("module") ||
    (program.inputType === null && !program.prints && runSource.isModuleSource(source, `${folder}/${name}.ts`));
  if (isModule && program.prints) throw new errors.ERR_EVAL_ESM_CANNOT_PRINT();
  if (isModule && isCode)
    builtinGlobals.addBuiltins(globalThis as Record<string, unknown>, commonjs.createRequire(`${folder}/${name}`));
  const imports = importsOf(program.import);
  // Node's hooks are called for the code too, as a module that no other imports.
  if (isModule)
    runAsModule([
      ...imports,
      () => loadEvaluated(source, `${folder}/${name}.${extensionOf(program)}`, `${fileUrl(folder)}/[eval1]`),
    ]);
  else if (imports.length > 0) runAsModule(imports, () => runSource.runAsScript(source, name, folder, program.prints));
  else runSource.runAsScript(source, name, folder, program.prints);
}

/** That of `--ext`; else the code may have types. */
function extensionOf(program: Launch): string {
  return program.options.findLast(([name]) => name === "--ext")?.[1] ?? "ts";
}

function loadEvaluated(source: string, given: string, url: string): Module | Promise<Module> {
  const { graphs } = chain.steps();
  const path = runSource.pathOfSource(source, given);
  loading.storeSource(url, source);
  setMainUrl(url);
  return graphs === null ? loading.loadFromSource(source, path, url, true) : graphs.loadSource(source, path, url);
}

function readStandardInput(): string {
  const bytes = readAllSync(0);
  return utf8ToString(bytes, 0, bytes.length);
}
