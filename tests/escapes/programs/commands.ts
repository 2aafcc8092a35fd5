// What came later: `Deno.bundle`, the runtime's own commands as children, globals that the program replaced before the runtime
// evaluated the module that uses them, snapshots of tests, and clients of databases.
import { escape, type Escape } from "../programs.ts";

const BUNDLES = "a bundler reads what sources name";
const COMMANDS = "CVE-2025-55130 and others: the runtime itself, started again";
const GLOBALS = "CVE-2023-30590, CVE-2024-21896: globals that the program replaced before the runtime used them";
const SNAPSHOTS = "a comparison shows what it compares with";
const CLIENTS = "a client with connections of its own";
const WORKERS = "CVE-2025-23083: workers with options of their own";
const LISTS = "CVE-2025-55132 and GHSA-3c27-2m7h-f7rx: what a path says is content";

const wait = "await sleep(700); process.exit(0)";
const brio = { starts: ["brio"] };
const run = (words: string): string =>
  `const { stdout, stderr } = require("node:child_process").spawnSync(process.execPath, ${words}, { cwd: work, timeout: 15000 }); show(stdout); show(stderr)`;
const importSecret =
  'show((await import(pathToFileURL(outside + "/secret.json").href, { with: { type: "json" } })).default)';

export const commands: Escape[] = [
  // Deno.bundle.
  escape(
    "Deno.bundle of a file outside",
    BUNDLES,
    "secret",
    'for (const name of ["module.cjs", "secret.json"]) { const { outputFiles, errors } = await Deno.bundle({ entrypoints: [outside + "/" + name], write: false }); for (const file of outputFiles ?? []) say(file.text()); show(errors); }',
    { home: "deno" },
  ),
  escape(
    "Deno.bundle of what a written file imports",
    BUNDLES,
    "secret",
    'fs.writeFileSync(work + "/b.ts", "import all from " + JSON.stringify(path.relative(work, outside) + "/secret.json") + "; console.log(all)"); const { outputFiles, errors } = await Deno.bundle({ entrypoints: [work + "/b.ts"] }); for (const file of outputFiles ?? []) say(file.text()); show(errors)',
    { home: "deno" },
  ),
  escape(
    "Deno.bundle of a page that names a file outside",
    BUNDLES,
    "secret",
    'fs.writeFileSync(work + "/b.html", "<script type=module src=" + path.relative(work, outside) + "/module.cjs></script>"); const { outputFiles, errors } = await Deno.bundle({ entrypoints: [work + "/b.html"], outputDir: work + "/out", write: false }); for (const file of outputFiles ?? []) say(file.text()); show(errors)',
    { home: "deno" },
  ),
  escape(
    "Deno.bundle with an output outside",
    BUNDLES,
    "change",
    'fs.writeFileSync(work + "/b.ts", "console.log(1)"); for (const options of [{ outputDir: outside + "/new" }, { outputPath: outside + "/new.js" }, { outputPath: work + "/../../outside/new2.js" }]) await Deno.bundle({ entrypoints: [work + "/b.ts"], ...options }).catch(() => {})',
    { home: "deno" },
  ),
  escape(
    "Deno.bundle with settings outside",
    BUNDLES,
    "secret",
    'fs.writeFileSync(work + "/tsconfig.json", JSON.stringify({ extends: outside + "/tsconfig.json" })); fs.writeFileSync(work + "/b.tsx", "console.log(<a/>)"); const { outputFiles, errors } = await Deno.bundle({ entrypoints: [work + "/b.tsx"], external: ["*"] }); for (const file of outputFiles ?? []) say(file.text()); show(errors); say(fs.readFileSync(outside + "/tsconfig.json"))',
    { home: "deno" },
  ),
  escape(
    "Bun.build with settings by name",
    BUNDLES,
    "secret",
    'fs.writeFileSync(work + "/b.tsx", "console.log(<a/>)"); try { const { outputs } = await Bun.build({ entrypoints: [work + "/b.tsx"], tsconfig: outside + "/tsconfig.json", external: ["*"] }); for (const output of outputs) say(await output.text()); } catch (error) { show(error); } say(fs.readFileSync(outside + "/tsconfig.json"))',
    { home: "bun" },
  ),

  // The runtime's own commands.
  escape("brio build of a file outside", COMMANDS, "secret", run('["build", outside + "/module.cjs"]'), brio),
  escape(
    "brio build with an output outside",
    COMMANDS,
    "change",
    `fs.writeFileSync(work + "/b.ts", "console.log(1)"); ${run('["build", work + "/b.ts", "--outdir", outside + "/empty"]')}`,
    brio,
  ),
  escape(
    "brio test of a file outside",
    COMMANDS,
    "secret",
    `fs.writeFileSync(work + "/a.test.ts", "import { test } from 'node:test'; import all from " + JSON.stringify(outside + "/secret.json") + " with { type: 'json' }; test('a', () => console.log(all))"); ${run('["test", work + "/a.test.ts"]')}`,
    brio,
  ),
  escape(
    "brio test with a report outside",
    COMMANDS,
    "change",
    `fs.writeFileSync(work + "/a.test.ts", "import { test } from 'node:test'; test('a', () => {})"); ${run('["test", "--reporter", "json", "--reporter-outfile", outside + "/empty/report", work + "/a.test.ts"]')}`,
    brio,
  ),
  escape(
    "brio test with coverage outside",
    COMMANDS,
    "change",
    `fs.writeFileSync(work + "/a.test.ts", "import { test } from 'bun:test'; test('a', () => {})"); ${run('["test", "--coverage", "--coverage-reporter", "lcov", "--coverage-dir", outside + "/empty", work + "/a.test.ts"]')}`,
    brio,
  ),
  escape(
    "brio install of a folder outside",
    COMMANDS,
    "change",
    `fs.writeFileSync(work + "/package.json", JSON.stringify({ name: "a", dependencies: { other: "file:" + outside + "/node_modules/other" } })); fs.writeFileSync(outside + "/node_modules/other/package.json", JSON.stringify({ name: "other", version: "1.0.0" })); ${run('["install"]')}`,
    brio,
  ),
  escape(
    "brio with a policy that is another one",
    COMMANDS,
    "secret",
    `const env = { ...process.env, BRIO_SANDBOX_WALLS: "runtime", BRIO_LANDLOCK_ABI: "0", BRIO_SANDBOX: "" }; fs.writeFileSync(work + "/all.toml", "read = true"); show(require("node:child_process").spawnSync(process.execPath, ["--sandbox", work + "/all.toml", "-p", "require('fs').readFileSync(" + JSON.stringify(secretFile) + ", 'latin1')"], { env }).stdout)`,
    brio,
  ),

  // Globals that were replaced.
  escape(
    "a replaced Set and Map",
    GLOBALS,
    "secret",
    `for (const name of ["Set", "Map", "WeakMap", "WeakSet"]) globalThis[name] = new Proxy(globalThis[name], { construct(target, all, made) { const one = Reflect.construct(target, all, made), { has } = one; try { one.has = (key) => has.call(one, key) || (name === "Set" && typeof key === "string" && key.startsWith("/")); } catch {} return one; } }); ${importSecret}`,
  ),
  escape(
    "a replaced Proxy",
    GLOBALS,
    "secret",
    'const Real = Proxy; globalThis.Proxy = function (target, traps) { try { show(JSON.stringify(target)); } catch {} return new Real(target, {}); }; const { Worker } = require("node:worker_threads"); try { await new Promise((done) => { const worker = new Worker("", { eval: true, env: { ...process.env } }); worker.on("exit", done); worker.on("error", done); }); } catch {} say(process.env[secret]); say(require("node:process").env[secret])',
    { notHeldBy: { node: "Node's permissions are not about variables" } },
  ),
  escape(
    "replaced functions of Object and Reflect",
    GLOBALS,
    "secret",
    `for (const owner of [Object, Reflect]) for (const name of ["defineProperty", "getOwnPropertyDescriptor", "ownKeys", "assign", "freeze", "apply"]) if (owner[name]) { const real = owner[name]; owner[name] = (...all) => { for (const one of all) if (one && typeof one === "object") try { one.restricts = false; one.isRestricted = false; one.mayReadEntry = true; } catch {} return real(...all); }; } ${importSecret}`,
  ),
  escape(
    "a replaced URL and decodeURIComponent",
    GLOBALS,
    "secret",
    `globalThis.decodeURIComponent = () => inside + "/file.txt"; const Real = URL; globalThis.URL = class extends Real { get pathname() { return inside + "/file.txt"; } }; try { say(fs.readFileSync(new Real(pathToFileURL(secretFile)), "latin1")); } catch {} ${importSecret}`,
  ),
  escape(
    "a replaced Promise and its then",
    GLOBALS,
    "secret",
    `const real = Promise.prototype.then; Promise.prototype.then = function (done, failed) { return real.call(this, (value) => { try { show(JSON.stringify(value)); } catch {} return done?.(value); }, () => done?.({})); }; try { await fs.promises.readFile(secretFile, "latin1"); } catch {} ${importSecret}`,
  ),

  // What a comparison, a list or a name shows.
  escape(
    "a snapshot file of a test",
    SNAPSHOTS,
    "secret",
    'fs.writeFileSync(work + "/a.test.cjs", "require(\'node:test\')(\'a\', (t) => t.assert.fileSnapshot(\'x\', " + JSON.stringify(secretFile) + "))"); try { for await (const event of require("node:test").run({ files: [work + "/a.test.cjs"], isolation: "none" })) show(require("node:util").inspect(event.data, { depth: 9 })); } catch (error) { say(error.message); }',
  ),
  escape(
    "glob with a folder and a function",
    LISTS,
    "secret",
    'for await (const entry of fs.promises.glob("*", { cwd: pathToFileURL(outside), withFileTypes: true, exclude: (one) => { say(one.name); return false; } })) say(entry.name)',
  ),
  escape(
    "glob by a pattern that leads out",
    LISTS,
    "secret",
    'for (const pattern of ["../../outside/name-*", outside + "/name-*", "{..,.}/../outside/n*", "../link-to-outside/name-*", "[.][.]/../outside/name-*"]) try { show(fs.globSync(pattern, { cwd: work })); } catch {}',
  ),
  escape(
    "a temporary folder that removes itself",
    LISTS,
    "change",
    'try { fs.mkdtempDisposableSync(outside + "/new-"); } catch {} await fs.promises.mkdtempDisposable(work + "/../../outside/new-")',
  ),
  escape(
    "watchFile of what is outside",
    LISTS,
    "change",
    'fs.watchFile(secretFile, { interval: 20 }, () => {}); const { size } = await fs.promises.stat(secretFile); fs.unwatchFile(secretFile); fs.writeFileSync(outside + "/target", String(size))',
  ),
  escape(
    "Bun.file of a file outside is deleted",
    LISTS,
    "change",
    'await Bun.file(outside + "/target").unlink().catch(() => {}); await Bun.file(pathToFileURL(outside + "/target")).delete().catch(() => {}); await Bun.file(work + "/../../outside/target").write("x").catch(() => {})',
    { home: "bun" },
  ),

  // Workers.
  escape(
    "a worker with NODE_OPTIONS",
    WORKERS,
    "secret",
    `const { Worker } = require("node:worker_threads"); const env = { ...process.env, NODE_OPTIONS: "--require " + outside + "/module.cjs" }; const ends = []; for (const more of [{ env }, { execArgv: ["--require", outside + "/module.cjs"] }, { execArgv: ["--import", pathToFileURL(outside + "/module.cjs").href] }]) try { ends.push(new Promise((done) => new Worker("1", { eval: true, ...more }).on("error", (error) => say(error.message)).on("exit", done))); } catch (error) { say(error.message); } await Promise.all(ends); process.exit(0)`,
  ),
  escape(
    "a builtin by process.getBuiltinModule in a context",
    WORKERS,
    "secret",
    "const vm = require(\"node:vm\"); const context = vm.createContext({ process, file: secretFile }); say(vm.runInContext(\"process.getBuiltinModule('node:fs').readFileSync(file, 'latin1')\", context))",
  ),

  // Clients.
  escape(
    "a client of Redis",
    CLIENTS,
    "reached",
    `try { const client = new Bun.RedisClient("redis://127.0.0.1:" + place.otherPort, { autoReconnect: false, maxRetries: 0 }); client.connect().catch(() => {}); } catch (error) { say(error); require("node:net").connect(place.otherPort, "127.0.0.1").on("error", () => {}); } ${wait}`,
    { home: "bun" },
  ),
  escape(
    "a client of PostgreSQL",
    CLIENTS,
    "reached",
    `try { const sql = new Bun.SQL("postgres://a:b@127.0.0.1:" + place.otherPort + "/c"); Promise.resolve(sql.unsafe("select 1")).catch(() => {}); } catch (error) { say(error); require("node:net").connect(place.otherPort, "127.0.0.1").on("error", () => {}); } ${wait}`,
    { home: "bun" },
  ),
  escape(
    "a client of S3",
    CLIENTS,
    "reached",
    `try { const client = new Bun.S3Client({ endpoint: "http://127.0.0.1:" + place.otherPort, bucket: "a", accessKeyId: "a", secretAccessKey: "b" }); client.file("x").text().catch(() => {}); } catch (error) { say(error); require("node:net").connect(place.otherPort, "127.0.0.1").on("error", () => {}); } ${wait}`,
    { home: "bun" },
  ),
];
