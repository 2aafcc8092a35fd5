// Entries of workers that are not files: source code, and modules at other URLs.
import { type Launch } from "internal:core/launch";
import { fileUrl } from "internal:core/file_url";
import { loadFromSource } from "internal:loader/load";
import { importsOf, runAsModule } from "internal:loader/run_main";
import { setMainUrl } from "internal:core/program";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as runSource from "internal:loader/run_source";
import { type WorkerStart } from "internal:core/worker_state";
import { cwd } from "native:process";

const NAME = "[worker eval]";

/** Runs the entry. Exceptions of a script propagate. */
export function run(start: WorkerStart, program: Launch): void {
  const folder = cwd();
  for (const request of program.require) commonjs.preloadFor(folder, request);
  if (start.entryKind === "url") {
    setMainUrl(start.entry);
    return runAsModule(importsOf([...program.import, start.entry]));
  }
  const isModule =
    start.inputType === null
      ? runSource.isModuleSource(start.entry, `${folder}/${NAME}.ts`)
      : start.inputType.startsWith("module");
  if (!isModule) return runSource.runAsScript(start.entry, NAME, folder, false);
  const url = `${fileUrl(folder)}/${NAME}1`;
  setMainUrl(url);
  runAsModule([() => loadFromSource(start.entry, runSource.pathOfSource(start.entry, `${folder}/${NAME}.ts`), url)]);
}
