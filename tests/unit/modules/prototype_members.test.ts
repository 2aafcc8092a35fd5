// Members that a program adds to Object.prototype are not members of package.json files.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prototype-members-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

test("import and require read no member of Object.prototype as one of a package.json", async () => {
  const read: string[] = [];
  for (const kind of ["module", "commonjs"]) {
    const inner = path.join(folder, "node_modules", `${kind}-package`);
    fs.mkdirSync(inner, { recursive: true });
    fs.writeFileSync(path.join(inner, "package.json"), JSON.stringify({ type: kind, main: "./index.js" }));
    fs.writeFileSync(
      path.join(inner, "index.js"),
      kind === "module" ? "export const value = 1" : "module.exports = { value: 1 }",
    );
  }
  const file = path.join(folder, "start.mjs");
  fs.writeFileSync(
    file,
    "export { value } from 'module-package'\nexport { default } from 'commonjs-package'\n" +
      "import { createRequire } from 'node:module'\nexport const required = createRequire(import.meta.url)('commonjs-package')\n",
  );
  for (const name of ["name", "main", "exports", "imports"]) {
    Object.defineProperty(Object.prototype, name, {
      get() {
        read.push(name);
        return undefined;
      },
      set(value) {
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
      configurable: true,
    });
  }
  try {
    const { value, default: imported, required } = await import(pathToFileURL(file).href);
    assert.deepStrictEqual([value, imported, required], [1, { value: 1 }, { value: 1 }]);
  } finally {
    for (const name of ["name", "main", "exports", "imports"]) delete (Object.prototype as any)[name];
  }
  assert.deepStrictEqual(read, []);
});
