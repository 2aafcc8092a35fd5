// `brio cache FILE…`: loads the modules that files import, so that those at addresses and packages are in the cache, and runs none.
import { type Launch } from "internal:core/launch";
import { fileUrl } from "internal:core/file_url";
import * as uncaught from "internal:core/uncaught";
import { link } from "internal:loader/link";
import { absolutePath, loadNamed } from "internal:loader/run_main";

/** Loads the graphs of the program's file and arguments, one after the other. */
export function fetchGraphs(program: Launch): void {
  void fetchAll([program.file!, ...program.arguments]).catch((error: unknown) =>
    uncaught.handle(error, "unhandledRejection"),
  );
}

async function fetchAll(names: string[]): Promise<void> {
  for (const name of names) link(await loadNamed(urlOf(name), ""));
}

/** The specifier of a module that is named by an address, a package or a path. */
function urlOf(name: string): string {
  return /^[a-z]+:/.test(name) ? name : fileUrl(absolutePath(name));
}
