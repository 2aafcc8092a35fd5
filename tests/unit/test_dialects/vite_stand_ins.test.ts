// What a configuration of Vitest imports and calls (https://vite.dev/guide/api-javascript, https://vitest.dev/config/): none of
// these packages is installed here, and no plugin runs.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const TEST = { "a.test.js": `import { test } from "vitest"; test("runs", () => {});` };

function passes(files: Record<string, string>): void {
  const { code, stderr, statuses } = runSuite({ ...TEST, ...files });
  assert.deepEqual([code, stderr, statuses], [0, "", { runs: "pass" }]);
}

test("any name of Vite, Vitest and their plugins can be imported, called and constructed", () => {
  passes({
    "vitest.config.ts": `
      import { type UserConfig, createLogger, defineConfig, normalizePath } from "vite";
      import { defaultBrowserPort as port, configDefaults } from "vitest/config";
      import legacy, { cspHashes } from "@vitejs/plugin-legacy";
      import {
        nodePolyfills,
        Polyfiller,
      } from "vite-plugin-node-polyfills";
      import { preview } from "@vitest/browser-preview";
      import * as icons from "unplugin-icons/vite";
      createLogger("info", { prefix: String(port) }).warn("unused");
      const plugins: UserConfig["plugins"] = [legacy(), nodePolyfills.vite({}), new Polyfiller(), ...cspHashes, icons.default()];
      export default defineConfig({ plugins, test: { exclude: [...configDefaults.exclude, normalizePath("x\\\\y")],
        browser: { enabled: false, provider: preview() } } });`,
  });
});

test("the same in CommonJS", () => {
  passes({
    "vitest.config.cjs": `
      const { defineConfig, splitVendorChunkPlugin } = require("vite");
      const { compression: pack } = require("vite-plugin-compression2");
      module.exports = defineConfig({ plugins: [splitVendorChunkPlugin(), pack()], test: {} });`,
  });
});

test("a configuration and what it imports take JSON without attributes", () => {
  const { code, stderr, messages } = runSuite({
    "package.json": `{ "name": "pack", "type": "module", "some-key": 5, "class": {}, "scripts": { "test": "vitest" } }`,
    "list.json": "[1, 2]",
    "base.ts": `import list from "./list.json"; export const length = list.length;`,
    "vite.config.ts": `import { defineConfig } from "vite"; import { length } from "./base";
      import manifest, { name, "some-key" as key } from "./package.json";
      import list from "./list.json" with { type: "json" };
      const env = { NAME: manifest.name, OWN: name + key, LENGTHS: length + "" + list.length };
      export default defineConfig({ test: { env } });`,
    "a.test.js": `import { expect, test } from "vitest";
      test("variables", () => { expect([process.env.NAME, process.env.OWN, process.env.LENGTHS]).toEqual(["pack", "pack5", "22"]); });`,
  });
  assert.deepEqual([code, stderr, messages], [0, "", {}]);
});

test("the default patterns are lists", () => {
  const { code, stderr, statuses } = runSuite({
    ...TEST,
    "vitest.config.ts": `import { defaultExclude, defaultInclude, defineConfig } from "vitest/config";
      export default defineConfig({ test: { include: [...defaultInclude, "b.js"], exclude: [...defaultExclude, "c.test.js"] } });`,
    "b.js": `import { test } from "vitest"; test("of b", () => {});`,
    "c.test.js": `import { test } from "vitest"; test("of c", () => {});`,
  });
  assert.deepEqual([code, stderr, statuses], [0, "", { runs: "pass", "of b": "pass" }]);
});

test("loadEnv reads the files of the mode, and the variables of the process precede them", () => {
  const { code, stderr, messages } = runSuite(
    {
      "vitest.config.ts": `import { defineConfig, loadEnv } from "vite";
        export default defineConfig(({ mode }) => ({ test: { env: { ...loadEnv(mode, import.meta.dirname, ["MY_", "VITE_"]),
          DEFAULT: Object.keys(loadEnv(mode, import.meta.dirname)).join() } } }));`,
      ".env":
        "MY_BASE=base\nMY_OWN=file\nOTHER=1\nVITE_ONE=1\n" +
        'MY_REFERENCE="${MY_OWN} $OTHER ${NONE:-default} $NONE"\nMY_PLAIN="\\$OTHER"\n',
      ".env.local": "MY_LOCAL=local\nMY_BASE=local\n",
      ".env.test": "MY_BASE=mode\n",
      "a.test.js": `import { expect, test } from "vitest";
        test("variables", () => {
          const { MY_BASE, MY_OWN, MY_LOCAL, OTHER, VITE_ONE, DEFAULT, MY_REFERENCE, MY_PLAIN } = process.env;
          expect([MY_REFERENCE, MY_PLAIN]).toEqual(["process 1 default ", "$OTHER"]);
          expect([MY_BASE, MY_OWN, MY_LOCAL, OTHER, VITE_ONE, DEFAULT]).toEqual(["mode", "process", "local", undefined, "1", "VITE_ONE"]);
        });`,
    },
    [],
    { MY_OWN: "process" },
  );
  assert.deepEqual([code, stderr, messages], [0, "", {}]);
});
