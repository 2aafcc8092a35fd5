// In Deno's model what the program's own source imports needs no permission. Source that the program makes up, and hooks and
// settings that decide what its imports mean, are not that source: each of these read a file outside.
import assert from "node:assert";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

/** Runs `code` as `inside/main.cjs` with `inside` readable and `inside/work` writable; what it prints. */
async function run(code: string, home = "node", files: Record<string, string> = {}): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-made-up-")));
  try {
    for (const name of ["inside/work", "outside"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "outside/secret.json"), '{ "content": "secret" }');
    const secret = join(folder, "outside/secret.json");
    const prelude = `const fs = require("node:fs"), path = require("node:path"); const secret = ${JSON.stringify(secret)};
const source = "import all from " + JSON.stringify(secret) + " with { type: 'json' }; console.log(all.content);";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));\n`;
    const main = join(folder, "inside/main.cjs");
    writeFileSync(
      main,
      `${prelude}(async () => {${code}\n})().catch((error) => console.log(error.message.split("\\n")[0]));\n`,
    );
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, "inside", name), content);
    const flags = ["run", "--as", home, "--no-prompt", "--secure", "--allow-read=.", "--allow-write=work", main];
    const env = { ...process.env, NO_COLOR: "1" };
    return await new Promise((resolve) => {
      execFile(process.execPath, flags, { cwd: join(folder, "inside"), env }, (_error, stdout, stderr) =>
        resolve((stdout.trim() || stderr).replaceAll(folder, "")),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const IN_NODE = "Access to this API has been restricted. Use --allow-fs-read to manage permissions.";
const IN_DENO = 'Requires read access to "/outside/secret.json", run again with the --allow-read flag';
const RUNS_MS_MAX = 60_000;
/** A module of the program, in a folder that the program may write. */
const ALIAS = { "work/alias.ts": 'import all from "the-secret" with { type: "json" };\nconsole.log(all.content);\n' };

test(
  "source for workers imports only what may be read",
  async () => {
    const blob = 'URL.createObjectURL(new Blob([source], { type: "text/javascript" }))';
    const report = "worker.onerror = (event) => { event.preventDefault(); console.log(event.message); };";
    const inDeno = await run(`const worker = new Worker(${blob}, { type: "module" }); ${report}`, "deno");
    assert.strictEqual(inDeno, `Uncaught TypeError: ${IN_DENO}`);
    assert.match(await run(`const worker = new Worker(${blob}); ${report}`, "bun"), /restricted/);
    const code = `new (require("node:worker_threads").Worker)(source, { eval: true }).on("error", (error) => console.log(error.message));`;
    assert.strictEqual(await run(code), IN_NODE);
  },
  RUNS_MS_MAX,
);

test(
  "source of hooks and for _compile imports only what may be read",
  async () => {
    const hook = `require("node:module").registerHooks({ load: (url, context, next) => url.endsWith("?x") ? { format: "module", source, shortCircuit: true } : next(url, context) }); await import("./main.cjs?x");`;
    assert.strictEqual(await run(hook), IN_NODE);
    const compiled = `const made = new (require("node:module"))(__filename); made.filename = __filename; made._compile(source, __filename, "module");`;
    assert.strictEqual(await run(compiled), IN_NODE);
  },
  RUNS_MS_MAX,
);

test(
  "a hook or a plugin decides only among what may be read",
  async () => {
    const hook = (name: string): string =>
      `require("node:module").registerHooks({ resolve: (given, context, next) => given === "${name}" ? next("file://" + secret, context) : next(given, context) });`;
    const show = `console.log((await import("./x.json", { with: { type: "json" } })).default.content);`;
    assert.strictEqual(await run(`${hook("./x.json")} ${show}`), IN_NODE);
    assert.strictEqual(await run(`${hook("the-secret")} await import("./work/alias.ts");`, "node", ALIAS), IN_NODE);
    const plugin = `Bun.plugin({ name: "x", setup: (build) => { build.onResolve({ filter: /x[.]json$/ }, () => ({ path: secret })); } }); ${show}`;
    assert.match(await run(plugin, "bun"), /restricted/);
  },
  RUNS_MS_MAX,
);

test(
  "a script with the name of another file imports only what may be read",
  async () => {
    // The file has the import, and is not part of the program.
    const code = `const vm = require("node:vm"); const script = new vm.Script("import(name, { with: { type: 'json' } })", { filename: path.join(__dirname, "log.txt"), importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }); globalThis.name = "../outside/" + "secret.json"; console.log((await script.runInThisContext()).default.content);`;
    assert.strictEqual(await run(code, "node", { "log.txt": 'import("../outside/secret.json")\n' }), IN_NODE);
  },
  RUNS_MS_MAX,
);

test(
  "a tsconfig.json that the program wrote maps nothing",
  async () => {
    const paths = '{ compilerOptions: { baseUrl: ".", paths: { "the-secret": [secret] } } }';
    const load = 'await import("./work/alias.ts");';
    const written = `fs.writeFileSync("work/tsconfig.json", JSON.stringify(${paths})); ${load}`;
    assert.match(await run(written, "node", ALIAS), /^Cannot find package 'the-secret'/);
    const extended = `fs.writeFileSync("work/base.json", JSON.stringify(${paths})); fs.writeFileSync("work/tsconfig.json", '{ "extends": "./base.json" }'); ${load}`;
    assert.match(await run(extended, "node", ALIAS), /^Cannot find package 'the-secret'/);
  },
  RUNS_MS_MAX,
);
