// Which modules a program loads without the permission to read them: those that it was started with, and that have not
// changed since. Not others that it asks for as its main module, or that it wrote.
import assert from "node:assert";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

async function run(
  files: Record<string, string>,
  flags: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-modules-test-")));
  try {
    mkdirSync(join(folder, "work"));
    mkdirSync(join(folder, "outside"));
    writeFileSync(join(folder, "outside/secret.cjs"), 'console.log("secret"); module.exports = 1;\n');
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const main = Object.keys(files)[0]!;
    return await new Promise((resolve) => {
      const env = {
        ...process.env,
        NO_COLOR: "1",
        DENO_DIR: join(folder, "cache"),
        XDG_CACHE_HOME: join(folder, "cache"),
        ...environment,
      };
      execFile(process.execPath, [...flags, "--no-prompt", main], { cwd: folder, env }, (_error, stdout, stderr) =>
        resolve((stdout.trim() || stderr).replaceAll(folder, "")),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const WRITES = ["--allow-write=work"];

/** Each test starts several programs. */
const RUNS_MS_MAX = 60_000;

test(
  "what the source names is loaded without a permission",
  async () => {
    const files = {
      "main.mjs": `import { one } from "./one.mjs"; const { two } = await import("./two.mjs"); console.log(one + two);`,
      "one.mjs": `import { three } from "./three.mjs"; export const one = three;`,
      "two.mjs": `export { three as two } from "./three.mjs";`,
      "three.mjs": `export const three = 3;`,
    };
    assert.strictEqual(await run(files, ["--secure"]), "6");
    assert.strictEqual(await run(files, WRITES), "6");
  },
  RUNS_MS_MAX,
);

test(
  "so are modules of CommonJS that it imports, and empty ones",
  async () => {
    const files = {
      "main.mjs": `import one from "./one.cjs"; import "./empty.ts"; const { default: two } = await import("./two.cjs"); console.log(one + two);`,
      "one.cjs": "module.exports = 1;",
      "two.cjs": "module.exports = 2;",
      "three.cjs": "module.exports = 3;",
      "empty.ts": "",
    };
    assert.strictEqual(await run(files, ["--as", "deno", "--secure"]), "3");
    const required = { "main.cjs": `console.log(require("./three.cjs"));`, "three.cjs": files["three.cjs"] };
    assert.match(await run(required, ["--as", "deno", "--secure"]), /NotCapable/);
  },
  RUNS_MS_MAX,
);

test(
  "a module from a host imports no file of this machine",
  async () => {
    const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
      response.setHeader("content-type", "application/javascript");
      response.end(`import all from ${JSON.stringify(target)} with { type: "json" }; console.log(all.secret);`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-modules-test-")));
    writeFileSync(join(folder, "secret.json"), '{ "secret": "the secret" }');
    let target = "";
    try {
      const files = { "main.mjs": `import "http://${host}/module.mjs";` };
      for (const name of ["secret.json", "missing.json"]) {
        target = `file://${folder}/${name}`;
        for (const flags of [["-A"], [`--allow-import=${host}`, "--allow-read=."]])
          assert.match(
            await run(files, ["--as", "deno", ...flags]),
            /Remote modules are not allowed to import local modules\. Consider using a dynamic import instead\.\n {2}Importing: file:/,
          );
      }
      assert.match(await run(files, ["--as", "deno", `--allow-import=${host}`, "--allow-read"]), /Remote modules/);
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  RUNS_MS_MAX,
);

test(
  "source in an address does not learn which files are missing",
  async () => {
    const code = (name: string): string =>
      `try { await import("data:text/javascript," + encodeURIComponent('import "file:///etc/${name}"')); } catch (error) { console.log(error.message); }`;
    for (const name of ["passwd", "no-such-file.mjs"])
      assert.match(
        await run({ "main.mjs": code(name) }, ["--as", "deno", "--secure"]),
        /Requires read access to "\/etc\//,
      );
  },
  RUNS_MS_MAX,
);

test(
  "no other module is loaded as the main one",
  async () => {
    const ways = [`M.runMain(outside)`, `M._load(outside, null, true)`, `process.argv[1] = outside, M.runMain()`];
    for (const way of ways) {
      const program = `const M = require("node:module"); const outside = __dirname + "/outside/secret.cjs";
      try { ${way}; } catch (error) { console.log(error.code); }`;
      assert.strictEqual(await run({ "main.cjs": program }, ["--secure"]), "ERR_ACCESS_DENIED", way);
    }
  },
  RUNS_MS_MAX,
);

test(
  "the main module itself can run again",
  async () => {
    const program = `console.log(1); if (!globalThis.again) { globalThis.again = true; delete require.cache[__filename]; require("node:module").runMain(__filename); }`;
    assert.strictEqual(await run({ "main.cjs": program }, ["--secure"]), "1\n1");
  },
  RUNS_MS_MAX,
);

test(
  "what the program wrote imports only what may be read",
  async () => {
    const sources = [
      `import "../outside/secret.cjs";`,
      `await import("../outside/secret.cjs");`,
      `export * from "../outside/secret.cjs";`,
    ];
    for (const source of sources) {
      const program = `import fs from "node:fs"; fs.writeFileSync("work/w.mjs", ${JSON.stringify(source)});
      try { await import("./work/w.mjs"); } catch (error) { console.log(error.code); }`;
      assert.strictEqual(
        await run({ "main.mjs": program }, [...WRITES, "--allow-read=work"]),
        "ERR_ACCESS_DENIED",
        source,
      );
      const back = program.replace("try", `fs.utimesSync("work/w.mjs", 1, 1); try`);
      assert.strictEqual(
        await run({ "main.mjs": back }, [...WRITES, "--allow-read=work"]),
        "ERR_ACCESS_DENIED",
        source,
      );
      assert.strictEqual(await run({ "main.mjs": program }, [...WRITES, "--allow-read"]), "secret", source);
    }
  },
  RUNS_MS_MAX,
);

test(
  "source in an address imports only what may be read",
  async () => {
    const program = `const source = "import all from " + JSON.stringify(new URL("./outside/secret.json", import.meta.url).href) + " with { type: 'json' }; console.log(all)";
      await import("data:text/javascript," + encodeURIComponent(source)).catch((error) => console.log(error.code));`;
    const files = { "main.mjs": program, "outside/secret.json": '"secret"' };
    assert.strictEqual(await run(files, ["--secure"]), "ERR_ACCESS_DENIED");
    assert.strictEqual(await run(files, ["--allow-read=outside"]), "secret");
  },
  RUNS_MS_MAX,
);

test(
  "a written module that the source names needs the permission to read it",
  async () => {
    const program = `import fs from "node:fs"; fs.writeFileSync("work/w.mjs", "console.log('written')");
    try { await import("./work/w.mjs"); } catch (error) { console.log(error.code); }`;
    assert.strictEqual(await run({ "main.mjs": program }, WRITES), "ERR_ACCESS_DENIED");
    assert.strictEqual(await run({ "main.mjs": program }, [...WRITES, "--allow-read=work"]), "written");
  },
  RUNS_MS_MAX,
);

async function serving(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  work: (port: number) => Promise<void>,
): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

test(
  "a redirect of an imported address needs the permission for its host",
  async () => {
    const code = (_request: IncomingMessage, response: ServerResponse): void => {
      response.setHeader("content-type", "text/javascript");
      response.end("export default 'reached'");
    };
    await serving(code, (target) =>
      serving(
        (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${target}/a.js` }).end(),
        async (port) => {
          const program = `import("http://127.0.0.1:${port}/a.js").then((all) => console.log(all.default), (error) => console.log(error.message));`;
          const flags = (hosts: string): string[] => ["--as", "deno", `--allow-import=${hosts}`];
          const refused = await run({ "main.mjs": program }, flags(`127.0.0.1:${port}`));
          assert.match(refused, new RegExp(`Requires import access to "127\\.0\\.0\\.1:${target}"`));
          assert.strictEqual(
            await run({ "main.mjs": program }, flags(`127.0.0.1:${port},127.0.0.1:${target}`)),
            "reached",
          );
        },
      ),
    );
  },
  RUNS_MS_MAX,
);

test(
  "errors of modules do not reveal which files exist",
  async () => {
    const ways = {
      require: "(path) => require(path)",
      resolve: "(path) => require.resolve(path)",
      import: "(path) => import(path)",
      url: "(path) => import('file://' + path)",
    };
    for (const [name, way] of Object.entries(ways)) {
      const files = {
        "main.cjs": `const folder = require("node:path").join(__dirname, "outside/"); const way = ${way};
          (async () => { for (const file of ["secret.cjs", "missing.cjs", "secret"]) try { console.log(await way(folder + file)); } catch (error) { console.log(error.code, error.resource === folder + file); } })();`,
      };
      const refused = "ERR_ACCESS_DENIED true";
      assert.strictEqual(await run(files, ["--allow-read=main.cjs"]), [refused, refused, refused].join("\n"), name);
    }
  },
  RUNS_MS_MAX,
);
