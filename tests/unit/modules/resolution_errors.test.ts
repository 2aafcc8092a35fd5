// Errors of the resolver are Node's own: their string and the first line of their stack have the code.
import { strictEqual } from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/resolution-errors-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(`${folder}/node_modules/ex`, { recursive: true });
writeFileSync(
  `${folder}/node_modules/ex/package.json`,
  '{"name":"ex","exports":{"./a":"./a.js","./bad":"../x.js","./n":null}}',
);
const require = createRequire(`${folder}/main.cjs`);

/** The string of the error of a specifier, and whether its stack begins with it. */
async function failure(load: () => unknown): Promise<string> {
  try {
    await load();
  } catch (error) {
    const string = String(error);
    strictEqual((error as Error).stack!.split("\n")[0], string.split("\n")[0]);
    return string.replaceAll(folder, "");
  }
  throw new Error("it was found");
}

const names: string[] = ["no-such-package", "#internal"];

const fromFile = (specifier: string): string =>
  `data:text/javascript,${encodeURIComponent(`await import(${JSON.stringify(`file://${folder}/${specifier}`)})`)}`;

test("those of import()", async () => {
  strictEqual(
    (await failure(() => import(`${folder}/nope.js`))).split(" imported")[0],
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/nope.js'",
  );
  strictEqual(
    (await failure(() => import(`${folder}/`))).split(" is not")[0],
    "Error [ERR_UNSUPPORTED_DIR_IMPORT]: Directory import '/'",
  );
  strictEqual(
    (await failure(() => import(names[0]!))).split(" imported")[0],
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'no-such-package'",
  );
  strictEqual(
    (await failure(() => import(names[1]!))).split(" is not")[0],
    'TypeError [ERR_PACKAGE_IMPORT_NOT_DEFINED]: Package import specifier "#internal"',
  );
  strictEqual(
    (await failure(() => import(fromFile("nope.js")))).split(" imported")[0],
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/nope.js'",
  );
});

test("a directory or a name without its extension that a file URL names has a hint", async () => {
  writeFileSync(`${folder}/extended.js`, "");
  strictEqual(
    (await failure(() => import(`file://${folder}/extended`))).split("\n")[1],
    'Did you mean to import "/extended.js"?',
  );
  strictEqual((await failure(() => import(`file://${folder}/none`))).split("\n")[1], undefined);
});

test("those of require that concern a package", async () => {
  const missing = (path: string): string =>
    `Error [ERR_PACKAGE_PATH_NOT_EXPORTED]: Package subpath '${path}' is not defined by "exports" in /node_modules/ex/package.json`;
  strictEqual(await failure(() => require("ex/zz")), missing("./zz"));
  strictEqual(await failure(() => require("ex/n")), missing("./n"));
  strictEqual(
    (await failure(() => require("ex/bad"))).split(" ").slice(0, 2).join(" "),
    "Error [ERR_INVALID_PACKAGE_TARGET]:",
  );
});

test("a scheme that the loader does not know is refused with those that it knows", async () => {
  const supported = (schemes: string, protocol: string): string =>
    `Error [ERR_UNSUPPORTED_ESM_URL_SCHEME]: Only URLs with a scheme in: ${schemes} are supported by the default ESM loader. Received protocol '${protocol}:'`;
  const [web, other]: string[] = ["http://x/y", "foo:x"];
  strictEqual(await failure(() => import(web!)), supported("file and data", "http"));
  strictEqual(await failure(() => import(other!)), supported("file, data, and node", "foo"));
});

test("the error of a file URL with a host names the URL and the importing module", async () => {
  const specifier: string = "file://hmm.js";
  let found: any;
  await import(specifier).catch((error: unknown) => (found = error));
  strictEqual(found.code, "ERR_INVALID_FILE_URL_HOST");
  strictEqual(found.input, "file://hmm.js/");
  strictEqual(found.module, import.meta.url);
});

test("the first of a module that `--require` names is internal/preload", () => {
  const run = (request: string): string => {
    const { stderr } = spawnSync(process.execPath, ["-r", request, "-e", "0"], { encoding: "utf8", cwd: folder });
    return stderr;
  };
  strictEqual(
    /Require stack:[^]*?(?=\n {4}at | \{)/.exec(run("no-such-package"))?.[0],
    "Require stack:\n- internal/preload",
  );
  writeFileSync(`${folder}/preload.cjs`, "console.error(module.parent.filename); require('./nope');");
  const text = run("./preload.cjs");
  strictEqual(text.split("\n")[0], "null");
  strictEqual(
    /Require stack:[^]*?(?=\n {4}at | \{)/.exec(text)?.[0],
    `Require stack:\n- ${folder}/preload.cjs\n- internal/preload`,
  );
});
