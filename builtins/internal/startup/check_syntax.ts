// `--check`: reports syntax errors without running the program; only modules of `--require` and `--import` run.
import { type Launch } from "internal:core/launch";
import { configureResolution, importsOf, resolveMainFile, runAsModule } from "internal:loader/run_main";
import * as commonjs from "internal:loader/commonjs";
import * as names from "internal:loader/commonjs_lookup";
import * as loaderErrors from "internal:loader/errors";
import { SourceGoal, loadScript, loadSource, release } from "native:modules";
import { readFileTextSync } from "native:fs";
import { cwd } from "native:process";

const O_RDONLY = 0;

/** Checks the program's file. Throws the SyntaxError, and MODULE_NOT_FOUND when there is no file. */
export function checkFile(program: Launch): void {
  const folder = cwd();
  configureResolution(program);
  const { path, format } = resolveMainFile(program.file!.startsWith("/") ? program.file! : `${folder}/${program.file}`);
  for (const request of program.require) commonjs.preloadFor(folder, request);
  const goal = names.goalOf(format);
  afterImports(program, () => check(readFileTextSync(path, O_RDONLY), path, path, goal));
}

function afterImports(program: Launch, work: () => void): void {
  if (program.import.length > 0) runAsModule(importsOf(program.import), work);
  else work();
}

/** Checks code that is not in a file; errors show `name`. */
export function checkSource(source: string, name: string, program: Launch): void {
  const folder = cwd();
  for (const request of program.require) commonjs.preloadFor(folder, request);
  const goal = names.goalOf(program.inputType ?? undefined);
  afterImports(program, () => check(source, `${folder}/${name}.ts`, name, goal));
}

function check(source: string, path: string, shown: string, goal: SourceGoal): void {
  // Without its usual wrapper a CommonJS file is a script.
  const isScript = goal !== SourceGoal.ES_MODULE && names.isWrapperChanged();
  const { handle, record } = isScript ? loadScript(source, path, []) : loadSource(source, path, goal);
  const { error } = JSON.parse(record);
  if (error !== undefined) throw loaderErrors.syntaxError({ ...error, file: shown });
  release(handle);
}
