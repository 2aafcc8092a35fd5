// Where the installed package `chai` is: beside the test file, or, where packages are isolated as by pnpm, beside Vitest or its
// package of assertions.
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

/** The packages that bring Chai; each is found from the one before. */
const HOLDERS = ["vitest", "@vitest/expect"];

/** The files from which the package is looked up, in their order; `file` is the test file. */
export function* chaiImporters(file: string): Generator<string> {
  yield file;
  let folder = path.default.dirname(file);
  for (const name of HOLDERS) {
    const found = installedPackage(name, folder);
    if (found === null) return;
    folder = found;
    yield `${folder}/_`;
  }
}

/** The real folder of a package, as Node finds it from `folder`; null when it is not installed. */
function installedPackage(name: string, folder: string): string | null {
  for (let at = folder; ; at = path.default.dirname(at)) {
    const found = `${at === "/" ? "" : at}/node_modules/${name}`;
    if (fs.default.existsSync(found)) return fs.default.realpathSync(found) as string;
    if (at === "/" || at === ".") return null;
  }
}
