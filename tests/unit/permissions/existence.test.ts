// Errors do not reveal which files exist that may not be read: a call fails in the same way for a file, a folder, a link and
// a name that is missing.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-existence-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(`${folder}/inside`);
mkdirSync(`${folder}/outside/tree1.js`, { recursive: true });
writeFileSync(`${folder}/outside/file1.js`, "1");
symlinkSync("nothing", `${folder}/outside/link1.js`);

/** Names of the same length: a file, a folder, a dangling link, and one that is missing. */
const NAMES = ["file1.js", "tree1.js", "link1.js", "none1.js"];

const NODE = `
  const fs = require("node:fs"), net = require("node:net"), Module = require("node:module");
  const calls = {
    ...Object.fromEntries(["accessSync", "readFileSync", "statSync", "lstatSync", "readdirSync", "opendirSync", "readlinkSync", "openSync", "existsSync", "statfsSync", "rmSync", "rmdirSync", "unlinkSync", "truncateSync", "mkdirSync", "writeFileSync", "appendFileSync", "watch"].map((name) => [name, (path) => fs[name](path)])),
    stream: (path) => new Promise((done, fail) => fs.createReadStream(path).on("data", done).on("error", fail)),
    link: (path) => fs.linkSync(path, inside + "/link"),
    native: (path) => fs.realpathSync.native(path),
    rename: (path) => fs.renameSync(path, path + "x"),
    copy: (path) => fs.copyFileSync(path, inside + "/copy"),
    cp: (path) => fs.cpSync(path, inside + "/copy", { recursive: true }),
    cpOut: (path) => fs.cpSync(inside, path, { recursive: true }),
    chmod: (path) => fs.chmodSync(path, 0o600),
    utimes: (path) => fs.utimesSync(path, 1, 1),
    glob: (path) => fs.globSync(path),
    promise: (path) => fs.promises.readFile(path),
    access: (path) => fs.promises.access(path),
    rm: (path) => fs.promises.rm(path, { recursive: true, force: true }),
    chdir: (path) => process.chdir(path),
    blob: (path) => fs.openAsBlob(path),
    dlopen: (path) => process.dlopen({ exports: {} }, path),
    database: (path) => new (require("node:sqlite").DatabaseSync)(path),
    variables: (path) => process.loadEnvFile(path),
    connect: (path) => new Promise((done, fail) => net.connect(path).on("error", fail).on("connect", done)),
    find: (path) => Module.findPackageJSON(path),
    stat: (path) => fs.promises.stat(path),
  };`;
const LOADER = `
  Object.assign(calls, {
    real: (path) => fs.realpathSync(path),
    require: (path) => require(path),
    resolve: (path) => require.resolve(path),
    import: (path) => import(path),
    findPath: (path) => Module._findPath(path),
  });`;
/** What is not among the functions for files, but names files. */
const OTHERS = `
  const sqlite = require("node:sqlite"), { Worker } = require("node:worker_threads"), http = require("node:http");
  const database = () => { const db = new sqlite.DatabaseSync(":memory:"); db.exec("create table t (a)"); return db; };
  Object.assign(calls, {
    attach: (path) => database().prepare("attach ? as other").run(path),
    vacuum: (path) => database().prepare("vacuum into ?").run(path),
    backup: (path) => sqlite.backup(database(), path),
    extension: (path) => { const db = new sqlite.DatabaseSync(":memory:", { allowExtension: true }); db.loadExtension(path); },
    utf8: (path) => new Promise((done, fail) => { new fs.Utf8Stream({ dest: path, sync: false }).on("error", fail).on("ready", done); }),
    lutimes: (path) => fs.lutimesSync(path, 1, 1),
    lchown: (path) => fs.lchownSync(path, 1, 1),
    watchFile: (path) => { try { fs.watchFile(path, () => {}); } finally { fs.unwatchFile(path); } },
    opendir: (path) => fs.promises.opendir(path),
    mkdtemp: (path) => { try { fs.mkdtempSync(path + "/"); } catch (error) { error.message = error.message.replace(/NAME.*/, ""); throw error; } },
    disposable: (path) => fs.symlinkSync(path, inside + "/link-to"),
    listen: (path) => new Promise((done, fail) => net.createServer().on("error", fail).listen(path, done)),
    request: (path) => new Promise((done, fail) => http.get({ socketPath: path, path: "/" }).on("error", fail).on("response", done)),
    worker: (path) => new Promise((done, fail) => new Worker(path).on("error", fail).on("exit", done)),
    report: (path) => process.report.writeReport(path),
    snapshot: (path) => require("node:v8").writeHeapSnapshot(path),
    preopen: (path) => new (require("node:wasi").WASI)({ version: "preview1", preopens: { "/": path } }),
    execve: (path) => process.execve(path),
    spawn: (path) => require("node:child_process").spawnSync(path).error?.message ?? "",
    folder: (path) => require("node:child_process").spawnSync("true", { cwd: path }).error?.message ?? "",
  });`;
const BUN = `
  const calls = {
    text: (path) => Bun.file(path).text(),
    exists: (path) => Bun.file(path).exists(),
    stat: (path) => Bun.file(path).stat(),
    size: (path) => Bun.file(path).size,
    delete: (path) => Bun.file(path).delete(),
    write: (path) => Bun.write(path, "x"),
    copy: (path) => Bun.write(inside + "/copy", Bun.file(path)),
    stream: async (path) => { for await (const part of Bun.file(path).stream()) return part.length; },
    mmap: (path) => Bun.mmap(path),
    resolve: (path) => Bun.resolveSync(path, inside),
    meta: (path) => Bun.resolve(path, inside),
    which: (path) => { if (Bun.which(path) !== null) throw new Error("found"); throw new Error("none"); },
    glob: async (path) => { const found = []; for await (const name of new Bun.Glob("*").scan({ cwd: path })) found.push(name); return found; },
    build: (path) => Bun.build({ entrypoints: [path] }),
    sqlite: (path) => new (require("bun:sqlite").Database)(path),
    spawn: (path) => Bun.spawnSync([path]),
    folder: (path) => Bun.spawnSync(["true"], { cwd: path }),
    shell: (path) => Bun.$\`cat \${path}\`.text(),
    cd: (path) => Bun.$\`cd \${path}\`.text(),
    fetch: async (path) => (await fetch("file://" + path)).text(),
    unix: (path) => Bun.connect({ unix: path, socket: { data() {} } }),
    serve: (path) => Bun.serve({ unix: path, fetch: () => new Response("") }),
    router: (path) => new Response(Bun.file(path)).text(),
  };`;
const DENO = `
  const Module = require("node:module");
  const calls = {
    ...Object.fromEntries(["readTextFileSync", "readFileSync", "statSync", "lstatSync", "readLinkSync", "realPathSync", "openSync", "removeSync", "truncateSync", "mkdirSync", "chdir", "readTextFile", "stat", "lstat", "readLink", "realPath", "open", "remove", "watchFs"].map((name) => [name, (path) => Deno[name](path)])),
    readDir: (path) => [...Deno.readDirSync(path)],
    write: (path) => Deno.writeTextFileSync(path, ""),
    rename: (path) => Deno.renameSync(path, path + "x"),
    copy: (path) => Deno.copyFileSync(path, inside + "/copy"),
    link: (path) => Deno.linkSync(path, inside + "/link"),
    chmod: (path) => Deno.chmodSync(path, 0o600),
    utime: (path) => Deno.utimeSync(path, 1, 1),
    temporary: (path) => { try { Deno.makeTempDirSync({ dir: path }); } catch (error) { error.message = error.message.replace(/[0-9a-f]{8}"/, ""); throw error; } },
    dlopen: (path) => Deno.dlopen(path, {}),
    command: (path) => new Deno.Command(path).outputSync(),
    fetch: (path) => fetch("file://" + path),
  };`;

/** The calls whose failures differ, with what they say, when a program with `flags` makes them for all names. */
function differences(flags: string[], calls: string): string[] {
  const file = `${folder}/inside/program.cjs`;
  const loop = `
    const inside = ${JSON.stringify(`${folder}/inside`)}, outside = ${JSON.stringify(`${folder}/outside`)};
    ${calls}
    const told = async (call, name) => {
      try { return "done: " + typeof (await call(outside + "/" + name)); }
      catch (error) { return [error.name, error.code, error.message, error.syscall, error.errno].join("|").replaceAll(name, "NAME"); }
    };
    (async () => {
      for (const [name, call] of Object.entries(calls)) {
        const found = [];
        for (const path of ${JSON.stringify(NAMES)}) found.push(await told(call, path));
        if (new Set(found).size > 1) console.log(name + ": " + JSON.stringify(found));
        else if (found[0].startsWith("done") && !["existsSync", "findPath", "glob", "exists", "size"].includes(name)) console.log(name + " is not refused: " + found[0]);
      }
      process.exit(0);
    })();`;
  writeFileSync(file, loop);
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, file], {
    encoding: "utf8",
    timeout: 20_000,
  });
  assert.strictEqual(status, 0, stderr);
  return stdout.split("\n").filter(Boolean);
}

const read = `--allow-read=${folder}/inside`;
const write = `--allow-write=${folder}/inside`;

test("functions of Node do not reveal which files exist, under Deno's flags", () => {
  assert.deepStrictEqual(differences(["--as", "node", "--no-prompt", read, write], NODE + LOADER), []);
});

test("functions of Deno do not reveal which files exist", () => {
  assert.deepStrictEqual(differences(["--as", "deno", "--no-prompt", read, write], DENO), []);
});

test("what else names files does not reveal which exist, under Deno's flags", () => {
  assert.deepStrictEqual(differences(["--as", "node", "--no-prompt", "--no-warnings", read, write], NODE + OTHERS), []);
});

test("functions of Bun do not reveal which files exist, under Deno's flags", () => {
  assert.deepStrictEqual(differences(["--as", "bun", "--no-prompt", read, write], BUN), []);
});

test("functions of Node do not reveal which files exist, under Node's flags", () => {
  const flags = ["--permission", `--allow-fs-read=${folder}/inside/`, `--allow-fs-write=${folder}/inside/`];
  assert.deepStrictEqual(differences(["--no-warnings", ...flags], NODE + OTHERS), []);
});
