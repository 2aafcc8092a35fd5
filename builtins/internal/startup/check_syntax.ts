// `--check`: reports syntax errors without running the program; only modules of `--require` and `--import` run.
import { type Launch } from "internal:core/launch";
import { configureResolution, importsOf, resolveMainFile, runAsModule } from "internal:loader/run_main";
import * as commonjs from "internal:loader/commonjs";
import * as names from "internal:loader/commonjs_lookup";
import * as loaderErrors from "internal:loader/errors";
import { loadScript, loadSource, release } from "native:modules";
import { readFileTextSync } from "native:fs";
import { cwd } from "native:process";

const O_RDONLY = 0;
const BY_SYNTAX = 0;
const ES_MODULE = 1;
const COMMON_JS = 2;

/** Checks the program's file. Throws the SyntaxError, and MODULE_NOT_FOUND when there is no file. */
export function checkFile(program: Launch): void {
  const folder = cwd();
  configureResolution(program);
  const { path, format } = resolveMainFile(program.file!.startsWith("/") ? program.file! : `${folder}/${program.file}`);
  for (const request of program.require) commonjs.preloadFor(folder, request);
  const kind = format === "module" ? ES_MODULE : format === "commonjs" ? COMMON_JS : BY_SYNTAX;
  afterImports(program, () => check(readFileTextSync(path, O_RDONLY), path, path, kind));
}

function afterImports(program: Launch, work: () => void): void {
  if (program.import.length > 0) runAsModule(importsOf(program.import), work);
  else work();
}

/** Checks code that is not in a file; errors show `name`. */
export function checkSource(source: string, name: string, program: Launch): void {
  const folder = cwd();
  for (const request of program.require) commonjs.preloadFor(folder, request);
  const kind = program.inputType?.startsWith("module") ? ES_MODULE : program.inputType === null ? BY_SYNTAX : COMMON_JS;
  afterImports(program, () => check(source, `${folder}/${name}.ts`, name, kind));
}

function check(source: string, path: string, shown: string, kind: number): void {
  // Without its usual wrapper a CommonJS file is a script.
  const isScript = kind !== ES_MODULE && names.isWrapperChanged();
  const { handle, record } = isScript ? loadScript(source, path, []) : loadSource(source, path, kind);
  const { error } = JSON.parse(record);
  if (error !== undefined) throw loaderErrors.syntaxError({ ...error, file: shown });
  release(handle);
}
