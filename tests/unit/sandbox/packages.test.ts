// What packages may import, as a policy lists it: `require`, `import`, `process.getBuiltinModule`, addons, globals, workers;
// and the chain of imports in the error.
import assert from "node:assert";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

interface Outcome {
  code: unknown;
  stdout: string;
  stderr: string;
}

/** Runs a project of these files under a policy that grants everything but what its `packages` do not list. */
async function run(packages: string, files: Record<string, string>, flags: string[] = []): Promise<Outcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-packages-test-")));
  try {
    const all: Record<string, string> = {
      "policy.toml": `read = true\nwrite = ["$PROJECT/data"]\nnet = true\nrun = true\nenv = true\nsys = true\n${packages}`,
      "package.json": "{}",
      "data/.keep": "",
      ...files,
    };
    for (const [name, content] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      if (content.startsWith("-> ")) symlinkSync(content.slice(3), join(folder, name));
      else writeFileSync(join(folder, name), content);
    }
    const main = Object.keys(files)[0]!;
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        [...flags, "--sandbox", "policy.toml", main],
        { cwd: folder, env: { ...process.env, NO_COLOR: "1" } },
        (error, stdout, stderr) => {
          const strip = (text: string): string => text.replaceAll(folder, "");
          resolve({ code: error?.code ?? 0, stdout: strip(stdout).trim(), stderr: strip(stderr) });
        },
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prints(
  expected: string,
  packages: string,
  files: Record<string, string>,
  flags?: string[],
): Promise<void> {
  const { code, stdout, stderr } = await run(packages, files, flags);
  assert.deepStrictEqual([stdout, code], [expected, 0], stderr);
}

const NONE = "[packages.pad]\nimport = []\n";
/** Prints what a function returns, or the code of its error. */
const TRY = `const attempt = async (work) => { try { return typeof (await work()); } catch (error) { return error.code; } };`;

/** Each test starts several programs. */
const RUNS_MS_MAX = 60_000;

test(
  "a package that is not listed, and the program itself, import everything",
  async () => {
    await prints("object object", NONE, {
      "main.cjs": `console.log(typeof require("child_process"), require("other"));`,
      "node_modules/other/index.js": `module.exports = typeof require("node:net");`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "a listed package imports only what its list has",
  async () => {
    await prints("object ERR_ACCESS_DENIED ERR_ACCESS_DENIED object", '[packages.pad]\nimport = ["fs"]\n', {
      "main.cjs": `require("pad").then((all) => console.log(all.join(" ")));`,
      "node_modules/pad/index.js": `${TRY} module.exports = Promise.all([
        attempt(() => require("fs")), attempt(() => require("node:child_process")), attempt(() => require("net")),
        attempt(() => require("path"))]);`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "functions of process that start programs, send signals to others, and read and write files are capabilities, too",
  async () => {
    const attempts = `${TRY} module.exports = Promise.all([
        attempt(() => process.execve("/bin/true", [])), attempt(() => process.kill(process.ppid, 0)),
        attempt(() => process.loadEnvFile(__dirname + "/a.env")), attempt(() => process.report.writeReport("x")),
        attempt(() => process.kill(process.pid, 0))]);`;
    const files = {
      "main.cjs": `require("pad").then((all) => console.log(all.join(" ")));`,
      "node_modules/pad/index.js": attempts,
      "node_modules/pad/a.env": "A=1",
    };
    const refused = "ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED boolean";
    await prints(refused, NONE, files);
    const granted = '[packages.pad]\nimport = ["fs"]\n';
    await prints("ERR_ACCESS_DENIED ERR_ACCESS_DENIED undefined ERR_ACCESS_DENIED boolean", granted, {
      ...files,
      "node_modules/pad/index.js": attempts.replace('writeReport("x")', 'writeReport("/x")'),
    });
  },
  RUNS_MS_MAX,
);

test(
  "the error names the package, what its list lacks, and the chain of imports",
  async () => {
    const { code, stderr } = await run(NONE, {
      "main.cjs": `require("outer");`,
      "node_modules/outer/index.js": `require("pad");`,
      "node_modules/pad/index.js": `require("./lib/run.js");`,
      "node_modules/pad/lib/run.js": `require("child_process");`,
    });
    assert.strictEqual(code, 1);
    const message =
      'The policy does not let the package "pad" import "node:child_process": packages."pad".import lacks "child_process"\n' +
      "Import chain:\n- /node_modules/pad/lib/run.js\n- /node_modules/pad/index.js\n- /node_modules/outer/index.js\n- /main.cjs";
    assert.ok(stderr.includes(message), stderr);
  },
  RUNS_MS_MAX,
);

test(
  "the error has Node's fields",
  async () => {
    await prints("ERR_ACCESS_DENIED Import node:net 2", NONE, {
      "main.cjs": `try { require("pad"); } catch (error) {
      console.log(error.code, error.permission, error.resource, error.importChain.length); }`,
      "node_modules/pad/index.js": `require("net");`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "a star limits the packages that are not named",
  async () => {
    await prints("ERR_ACCESS_DENIED object", '[packages."*"]\nimport = []\n[packages.tool]\nimport = true\n', {
      "main.cjs": `console.log(require("other"), require("tool"));`,
      "node_modules/other/index.js": `try { module.exports = typeof require("fs"); } catch (error) { module.exports = error.code; }`,
      "node_modules/tool/index.js": `module.exports = typeof require("fs");`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "ES modules: static imports fail before anything runs, dynamic ones reject",
  async () => {
    const files = {
      "main.mjs": `import { attempt } from "pad"; console.log(await attempt());`,
      "node_modules/pad/package.json": '{ "type": "module", "exports": "./index.js" }',
      "node_modules/pad/index.js": `export async function attempt() {
      try { return typeof (await import("node:http")).get; } catch (error) { return error.code; } }`,
    };
    await prints("ERR_ACCESS_DENIED", NONE, files);
    const index = `console.log("runs"); import { get } from "node:http"; export const attempt = () => get;`;
    const { code, stdout, stderr } = await run(NONE, { ...files, "node_modules/pad/index.js": index });
    assert.deepStrictEqual([code, stdout], [1, ""]);
    assert.match(stderr, /- \/node_modules\/pad\/index\.js\n- \/main\.mjs/);
  },
  RUNS_MS_MAX,
);

test(
  "another module's require does not help",
  async () => {
    const ways = [
      `require.main.require("child_process")`,
      `module.parent.require("child_process")`,
      `module.constructor._load("child_process", require.main)`,
      `module.constructor._load("child_process")`,
      `require("module").createRequire("/main.cjs")("child_process")`,
      `process.getBuiltinModule("child_process")`,
      `require.cache[require.main.filename].require("child_process")`,
      `process.mainModule.require("child_process")`,
      `process.binding("spawn_sync")`,
      `Reflect.apply(require.main.require, require.main, ["child_process"])`,
      `["child_process"].map(require.main.require.bind(require.main))[0]`,
      `new Function("get", "return get('child_process')")(require.main.require.bind(require.main))`,
      `(0, eval)("process.getBuiltinModule('child_process')")`,
      `require("module").registerHooks({})`,
      `require("vm").runInThisContext("process")`,
      `new (require("worker_threads").Worker)("", { eval: true })`,
    ];
    await prints(ways.map(() => "ERR_ACCESS_DENIED").join("\n"), NONE, {
      "main.cjs": `console.log(require("pad").join("\\n"));`,
      "node_modules/pad/index.js": `module.exports = [${ways.map((way) => `() => ${way}`).join(", ")}].map((way) => {
      try { return typeof way(); } catch (error) { return error.code ?? error.stack; } });`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "a stack that the package has switched off does not help",
  async () => {
    await prints("ERR_ACCESS_DENIED", NONE, {
      "main.cjs": `require("pad");`,
      "node_modules/pad/index.js": `
      Object.defineProperty(Error, "stackTraceLimit", { get: () => 0, set() {} });
      try { console.log(typeof require.main.require("child_process")); } catch (error) { console.log(error.code); }`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "imports of source in an address need vm",
  async () => {
    await prints("ERR_ACCESS_DENIED object", '[packages.pad]\nimport = []\n[packages.tool]\nimport = ["vm"]\n', {
      "main.mjs": `import pad from "pad"; import tool from "tool"; console.log(await pad, await tool);`,
      "node_modules/pad/index.mjs": `const source = "data:text/javascript,export default process.getBuiltinModule('child_process')";
      export default import(source).then((all) => typeof all.default, (error) => error.code);`,
      "node_modules/pad/package.json": '{ "exports": "./index.mjs" }',
      "node_modules/tool/index.mjs": `export default import("data:text/javascript,export default {}").then((all) => typeof all.default);`,
      "node_modules/tool/package.json": '{ "exports": "./index.mjs" }',
    });
  },
  RUNS_MS_MAX,
);

test(
  "a package inside of another is limited by both",
  async () => {
    await prints("ERR_ACCESS_DENIED", "[packages.pad]\nimport = []\n[packages.tool]\nimport = true\n", {
      "main.cjs": `console.log(require("pad"));`,
      "node_modules/pad/index.js": `module.exports = require("tool");`,
      "node_modules/pad/node_modules/tool/index.js": `try { module.exports = typeof require("fs"); } catch (error) { module.exports = error.code; }`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "a store of a package manager is not a package, and scopes belong to names",
  async () => {
    const files = {
      "main.cjs": `console.log(require("@img/sharp"));`,
      "node_modules/@img/sharp": "-> ../.pnpm/@img+sharp@1.0.0/node_modules/@img/sharp",
      "node_modules/.pnpm/@img+sharp@1.0.0/node_modules/@img/sharp/index.js": `try { module.exports = typeof require("fs"); } catch (error) { module.exports = error.code; }`,
    };
    await prints("object", '[packages."@img/sharp"]\nimport = ["fs"]\n[packages."*"]\nimport = []\n', files);
    await prints("ERR_ACCESS_DENIED", '[packages."@img/sharp"]\nimport = ["net"]\n', files);
  },
  RUNS_MS_MAX,
);

test(
  "a member of the workspace is known by its package.json",
  async () => {
    await prints("ERR_ACCESS_DENIED", '[packages."@me/lib"]\nimport = []\n', {
      "main.cjs": `console.log(require("@me/lib"));`,
      "node_modules/@me/lib": "-> ../../packages/lib",
      "packages/lib/package.json": '{ "name": "@me/lib", "main": "dist/index.js" }',
      "packages/lib/dist/package.json": '{ "type": "commonjs" }',
      "packages/lib/dist/index.js": `try { module.exports = typeof require("fs"); } catch (error) { module.exports = error.code; }`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "a file that the program could write itself counts as that of the package that loads it",
  async () => {
    await prints("ERR_ACCESS_DENIED object", '[packages.pad]\nimport = ["fs"]\n', {
      "main.cjs": `console.log(require("pad"), require("./config.cjs"));`,
      "config.cjs": `module.exports = typeof require("child_process");`,
      "node_modules/pad/index.js": `const file = require("path").join(__dirname, "../../data/x.cjs");
      require("fs").writeFileSync(file, "module.exports = require('child_process')");
      try { module.exports = typeof require(file); } catch (error) { module.exports = error.code; }`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "a package that may use a module passes it on",
  async () => {
    await prints("hi", NONE, {
      "main.cjs": `require("pad")(require("tool"));`,
      "node_modules/pad/index.js": `module.exports = (tool) => console.log(tool());`,
      "node_modules/tool/index.js": `module.exports = () => require("child_process").execSync("echo hi").toString().trim();`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "globals that reach out refuse, and nothing else does",
  async () => {
    await prints("function ERR_ACCESS_DENIED ERR_ACCESS_DENIED function function", NONE, {
      "main.cjs": `require("pad").then((all) => console.log(...all, typeof fetch));`,
      "node_modules/pad/index.js": `${TRY} module.exports = (async () => [
      typeof fetch, await attempt(() => fetch("http://127.0.0.1:1/")), await attempt(() => new WebSocket("ws://127.0.0.1:1/")),
      typeof structuredClone])();`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "Bun's and Deno's objects refuse what the list lacks",
  async () => {
    await prints(
      "ERR_ACCESS_DENIED ERR_ACCESS_DENIED string object",
      NONE,
      {
        "main.ts": `import pad from "pad"; console.log(...(await pad), typeof Bun.spawnSync(["true"]));`,
        "node_modules/pad/index.js": `${TRY} module.exports = Promise.all([
        attempt(() => Bun.spawn(["true"])), attempt(() => Bun.file("/etc/passwd").text()), attempt(() => Bun.version)]);`,
      },
      ["--as", "bun"],
    );
    await prints(
      "NotCapable NotCapable string",
      NONE,
      {
        "main.ts": `import pad from "./node_modules/pad/index.mjs"; console.log(...pad);`,
        "node_modules/pad/index.mjs": `const attempt = (work) => { try { return typeof work(); } catch (error) { return error.name; } };
        export default [attempt(() => new Deno.Command("true")), attempt(() => Deno.readTextFileSync("/etc/passwd")),
          attempt(() => Deno.version.deno)];`,
      },
      ["--as", "deno"],
    );
  },
  RUNS_MS_MAX,
);

test(
  "workers have the lists, and what a package starts as source is its own",
  async () => {
    await prints("ERR_ACCESS_DENIED ERR_ACCESS_DENIED", '[packages.pad]\nimport = ["worker_threads"]\n', {
      "main.cjs": `require("pad").then((all) => console.log(...all));`,
      "node_modules/pad/index.js": `const { Worker } = require("worker_threads");
      const start = (source, options) => new Promise((resolve) => new Worker(source, options).on("message", resolve));
      const code = "let r; try { r = typeof require('child_process'); } catch (error) { r = error.code; } require('worker_threads').parentPort.postMessage(r);";
      module.exports = Promise.all([start(code, { eval: true }), start(__dirname + "/worker.js", { execArgv: ["--no-warnings"] })]);`,
      "node_modules/pad/worker.js": `let result; try { result = typeof require("child_process"); } catch (error) { result = error.code; }
      require("worker_threads").parentPort.postMessage(result);`,
    });
  },
  RUNS_MS_MAX,
);

test(
  "native addons need native, for the package that they are in",
  async () => {
    const files = {
      "main.cjs": `console.log(require("pad"));`,
      "node_modules/pad/index.js": `try { require("./a.node"); } catch (error) { module.exports = error.code; }`,
      "node_modules/pad/a.node": "not an addon",
    };
    await prints("ERR_ACCESS_DENIED", `addons = true\n${NONE}`, files);
    await prints("ERR_DLOPEN_FAILED", 'addons = true\n[packages.pad]\nimport = ["native"]\n', files);
  },
  RUNS_MS_MAX,
);

test(
  "wrong tables are reported with their place",
  async () => {
    const wrong = await run('[packages.pad]\nimport = ["http"]\n', { "main.cjs": "" });
    assert.strictEqual(wrong.code, 9);
    assert.match(
      wrong.stderr,
      /policy\.toml:8:11: a package cannot be granted "http": there are fs, net, child_process/,
    );
  },
  RUNS_MS_MAX,
);
