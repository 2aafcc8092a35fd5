// `require.extensions`: the default entries, and entries that a program registers for TypeScript, as ts-node does.
import assert from "node:assert";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

function withFiles(run: (require: NodeJS.Require, folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "require-extensions-"));
  mkdirSync(join(folder, "inner"));
  for (const name of ["typed.ts", "index.ts", "inner/index.ts"])
    writeFileSync(join(folder, name), `exports.name = "${name}" as string;\n`);
  try {
    run(createRequire(join(folder, "inner/main.cjs")), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the extensions of TypeScript are not registered, and a request names them", () => {
  withFiles((require) => {
    assert.deepStrictEqual(Object.keys(require.extensions), [".js", ".json", ".node"]);
    assert.throws(() => require("../typed"), { code: "MODULE_NOT_FOUND" });
    assert.deepStrictEqual(require("../typed.ts"), { name: "typed.ts" });
  });
});

test("a registered .ts may be left out of a request, also for the index of a folder", () => {
  withFiles((require, folder) => {
    const { extensions } = require;
    extensions[".ts"] = (module, filename) => {
      module.exports = filename.slice(folder.length + 1);
    };
    try {
      assert.deepStrictEqual(
        ["../typed", "..", "../", ".", "../inner"].map((request) => require(request)),
        ["typed.ts", "index.ts", "index.ts", "inner/index.ts", "inner/index.ts"],
      );
    } finally {
      delete extensions[".ts"];
    }
  });
});

test("a replaced .js gets files of TypeScript too", () => {
  withFiles((require) => {
    const { extensions } = require;
    const original = extensions[".js"]!;
    const seen: string[] = [];
    extensions[".js"] = (module, filename) => {
      seen.push(filename.slice(filename.lastIndexOf("/") + 1));
      original(module, filename);
    };
    try {
      assert.deepStrictEqual(require("../typed.ts"), { name: "typed.ts" });
    } finally {
      extensions[".js"] = original;
    }
    assert.deepStrictEqual(seen, ["typed.ts"]);
  });
});
