// Entries of workers that are not files: source code, and modules at other URLs.
import { type Launch } from "internal:core/launch";
import { fileUrl } from "internal:core/file_url";
import { loadFromSource } from "internal:loader/load";
import { importsOf, preloadModules, runAsModule } from "internal:loader/run_main";
import { setMainUrl } from "internal:core/program";
import { home } from "internal:core/program";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as typescript from "internal:node/module/typescript";
import defer * as runSource from "internal:loader/run_source";
import { type WorkerStart } from "internal:core/worker_state";
import { SourceGoal, loadSource, release, stripTypes } from "native:modules";
import { cwd } from "native:process";

const NAME = "[worker eval]";

/** Runs the entry. Exceptions of a script propagate. */
export function run(start: WorkerStart, program: Launch): void {
  const folder = cwd();
  preloadModules(program, folder);
  if (start.entryKind === "url") {
    setMainUrl(start.entry);
    return runAsModule(importsOf([...program.import, start.entry]));
  }
  const source = home() === "node" ? erased(start.entry, start.inputType) : start.entry;
  const path = `${folder}/${NAME}.ts`;
  const isModule =
    start.inputType === null
      ? runSource.isModuleSource(source, path)
      : start.inputType.startsWith("module") && !(home() === "bun" && runSource.isBunCommonJs(source, path));
  if (!isModule) return runSource.runAsScript(source, NAME, folder, false);
  const url = start.codeUrl ?? `${fileUrl(folder)}/${NAME}1`;
  setMainUrl(url);
  runAsModule([() => loadFromSource(source, runSource.pathOfSource(source, path), url)]);
}

/**
 * The source as JavaScript, by Node's rules: types are erased when the input type says TypeScript, or when there is none and
 * the source is not JavaScript. Throws the SyntaxError of JavaScript, ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX,
 * ERR_INVALID_TYPESCRIPT_SYNTAX.
 */
function erased(source: string, inputType: string | null): string {
  if (inputType?.endsWith("-typescript")) return typescript.stripped(source);
  const goal =
    inputType === null ? SourceGoal.DETECT : inputType === "module" ? SourceGoal.ES_MODULE : SourceGoal.COMMON_JS;
  const { handle, record } = loadSource(source, NAME, goal);
  if (handle !== 0) {
    release(handle);
    return source;
  }
  if (inputType === null) {
    const { text, error } = stripTypes(source);
    if (error === null) return text;
  }
  throw loaderErrors.syntaxError(JSON.parse(record).error);
}
