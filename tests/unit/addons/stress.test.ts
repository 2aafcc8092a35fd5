// Addons under load: no crash, no growth. The numbers are small enough for the suite; BRIO_STRESS multiplies them, and prints
// the memory in use. BRIO_STRESS_PACKAGES names a `node_modules` whose addons are loaded, too; with BRIO_STRESS_NAMES, names
// with commas between them, only those packages are tried, and nothing else. BRIO_STRESS_FILTER is a part of the tests' names.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { test as add } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const path = buildAddon("sample");
const addon = createRequire(import.meta.url)(path);
const scale = Number(process.env["BRIO_STRESS"] ?? 1);
const TIME_LIMIT_MS = 60_000 * Math.max(1, scale);
const GROWTH_MAX_BYTES = 64e6;

const filter = process.env["BRIO_STRESS_FILTER"] ?? "";
const test: typeof add = (name, ...rest) => name.includes(filter) && add(name, ...rest);

/** What the addons' work writes: databases, and folders that are watched. */
const folder = mkdtempSync(join(tmpdir(), "brio-stress-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

setFlagsFromString("--expose-gc");
const collect = (globalThis as { gc?: () => void }).gc ?? (runInNewContext("gc") as () => void);

/**
 * Packages whose addons a worker can load, and drop at any time. Those of @swc/core end the process as a second worker
 * loads them, in Node, too.
 */
const PACKAGES = [
  "bcrypt",
  "@node-rs/argon2",
  "argon2",
  "sqlite3",
  "sharp",
  "lightningcss",
  "rollup",
  "rolldown",
  "oxc-parser",
  "@parcel/watcher",
  "lmdb",
  "classic-level",
  "msgpackr-extract",
  "bufferutil",
  "utf-8-validate",
  "sodium-native",
  "zeromq",
  "snappy",
  "unrs-resolver",
  "@resvg/resvg-js",
  "libsql",
];

/** Calls `code` again and again, so that the worker ends in the middle of a call. */
const again = (code: string): string => `setInterval(() => { for (let i = 0; i < 100; i++) { ${code} } }, 0);`;

/**
 * Work that an addon does on other threads, or again and again on the worker's, and that is begun before its worker ends;
 * the package is `addon`. Not libsql: its bindings end the process where a worker ends during a call, in Node, too.
 */
const WORK: Record<string, string> = {
  bcrypt: `for (let i = 0; i < 8; i++) addon.hash("password", 8);`,
  "@node-rs/argon2": `for (let i = 0; i < 8; i++) addon.hash("password");`,
  argon2: `for (let i = 0; i < 8; i++) addon.hash("password", { timeCost: 2, memoryCost: 4096 });`,
  sqlite3: `const db = new addon.Database(":memory:");
    for (let i = 0; i < 50; i++) db.all("SELECT randomblob(10000), ? AS i", i, () => {});`,
  sharp: `for (let i = 0; i < 4; i++)
      addon({ create: { width: 300, height: 300, channels: 3, background: "red" } }).resize(200).png().toBuffer();`,
  rolldown: `addon.rolldown({ input: "none", cwd: "/" }).then((bundle) => bundle.generate()).catch(() => {});`,
  "oxc-parser": `for (let i = 0; i < 50; i++) addon.parse("a.ts", "let a: string = 1;".repeat(500));`,
  "@parcel/watcher": `addon.subscribe(require("node:fs").mkdtempSync(folder), () => {});`,
  lmdb: `const db = addon.open({ path: require("node:fs").mkdtempSync(folder) });
    for (let i = 0; i < 50; i++) db.put("key" + i, { value: i });`,
  "classic-level": `const db = new addon.ClassicLevel(require("node:fs").mkdtempSync(folder));
    for (let i = 0; i < 50; i++) db.put("key" + i, "value").catch(() => {});`,
  lightningcss: again(`addon.transform({ filename: "a.css", code: Buffer.from(".a { color: red }"), minify: true });`),
  rollup: `const { parseAstAsync } = require(addonPath + "/dist/parseAst.js");
    for (let i = 0; i < 50; i++) parseAstAsync("let a = 1;".repeat(500));`,
  "msgpackr-extract": again(
    `addon.extractStrings(0, 12, new Uint8Array(Buffer.from("\\xa5hello\\xa5world", "latin1")).buffer);`,
  ),
  bufferutil: again(
    `const b = Buffer.alloc(5000); addon.mask(b, Buffer.alloc(4, 7), b, 0, 5000); addon.unmask(b, Buffer.alloc(4));`,
  ),
  "utf-8-validate": again(`addon(Buffer.alloc(5000, "äöü"));`),
  "sodium-native": `const out = Buffer.alloc(32), salt = Buffer.alloc(addon.crypto_pwhash_SALTBYTES);
    for (let i = 0; i < 8; i++) addon.crypto_pwhash_async(out, Buffer.from("password"), salt,
      addon.crypto_pwhash_OPSLIMIT_MIN, 1 << 20, addon.crypto_pwhash_ALG_DEFAULT).catch(() => {});`,
  zeromq: `const reply = new addon.Reply();
    reply.bind("tcp://127.0.0.1:*").then(() => reply.receive()).catch(() => {});`,
  snappy: `for (let i = 0; i < 50; i++) addon.compress(Buffer.alloc(100_000, "abc"));`,
  "@resvg/resvg-js": `const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><rect width="50" height="50"/></svg>';
    for (let i = 0; i < 8; i++) addon.renderAsync(svg, {});`,
  "unrs-resolver": `const resolver = new addon.ResolverFactory({});
    for (let i = 0; i < 50; i++) resolver.async("/", "./none" + i);`,
};

/** Addons that end the process when their worker is terminated at work, in Node, too (measured with 102 workers). */
const CRASH_AT_WORK = new Set(["sqlite3", "zeromq"]);
/** Addons whose results that no worker takes stay in memory: as many megabytes in Node (102 workers). */
const GROW_AT_WORK = new Set(["rollup", "snappy", "@resvg/resvg-js"]);

/** Runs `step` in four parts, and compares the memory in use after the first with that after the last. */
async function withoutGrowth(what: string, step: () => Promise<void> | void, count: number): Promise<void> {
  const PARTS = 4;
  const memory: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    for (let index = 0; index < count / PARTS; index++) await step();
    for (let round = 0; round < 3; round++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    memory.push(process.memoryUsage().rss);
  }
  if (scale > 1) console.log(`${what}: ${memory.map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(", ")}`);
  assert.ok(memory.at(-1)! - memory[0]! < GROWTH_MAX_BYTES, `${what}: ${memory}`);
}

function inWorker(code: string): Promise<Worker> {
  const worker = new Worker(code, { eval: true });
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(worker));
    worker.once("error", reject);
  });
}

const READY = `require("node:worker_threads").parentPort.postMessage("ready");`;

/** Loads an addon in workers that end by themselves, are terminated, or call `process.exit`, alternately. */
async function loadInWorkers(request: string, count: number): Promise<void> {
  const load = `require(${JSON.stringify(request)});`;
  let index = 0;
  const step = async (): Promise<void> => {
    const end = index++ % 3;
    const worker = await inWorker(`${load}${READY}${end === 2 ? "process.exit();" : ""}`);
    if (end === 1) await worker.terminate();
    else await endOf(worker);
  };
  await withoutGrowth(`${count} workers with ${request}`, step, count);
}

function endOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => (worker.threadId === -1 ? resolve(0) : worker.once("exit", resolve)));
}

/** Code that begins work of an addon. */
function begin(request: string, work: string): string {
  return `const folder = ${JSON.stringify(join(folder, "work-"))}; const addonPath = ${JSON.stringify(request)};
    const addon = require(addonPath); ${work};`;
}

/** Workers that are terminated, or call `process.exit`, while an addon works on other threads. */
async function endAtWork(request: string, work: string, count: number): Promise<void> {
  let index = 0;
  const step = async (): Promise<void> => {
    const exits = index++ % 2 === 0;
    const worker = await inWorker(`${begin(request, work)}${READY}${exits ? "process.exit();" : ""}`);
    // At different times of the work.
    if (index % 4 < 2) await new Promise((resolve) => setTimeout(resolve, index % 8));
    if (exits) await endOf(worker);
    else await worker.terminate();
  };
  await withoutGrowth(`${count} workers that end at work of ${request}`, step, count);
}

/** Workers that are terminated as their work ends: none waits for a completion that does not come. */
async function endInTime(count: number): Promise<void> {
  const WAIT_MAX_MS = 1900;
  const code = `const addon = require(${JSON.stringify(path)});
    for (let i = 0; i < 40; i++) addon.sleepLater(1); ${READY}`;
  for (let index = 0; index < count; index++) {
    const worker = await inWorker(code);
    await new Promise((resolve) => setTimeout(resolve, index % 8));
    const start = performance.now();
    await worker.terminate();
    assert.ok(performance.now() - start < WAIT_MAX_MS, `worker ${index}: ${performance.now() - start} ms`);
  }
}

/** Processes that call `process.exit` while an addon works. */
function exitAtWork(request: string, work: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const code = `${begin(request, work)} setTimeout(() => process.exit(7), ${index % 4});`;
    const { status, signal, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
    assert.deepStrictEqual([status, signal], [7, null], stderr);
  }
}

const chosen = process.env["BRIO_STRESS_NAMES"]?.split(",");
const isGeneral = chosen === undefined;

const SLEEP = `for (let i = 0; i < 6; i++) addon.sleepLater(5);`;
if (isGeneral) {
  test("workers load and drop an addon without growth", () => loadInWorkers(path, 12 * scale), TIME_LIMIT_MS);
  test("workers end while an addon works for them", () => endAtWork(path, SLEEP, 8 * scale), TIME_LIMIT_MS);
  test("a worker that is terminated ends with its work", () => endInTime(24 * scale), TIME_LIMIT_MS);
  test("processes exit while an addon works", () => exitAtWork(path, SLEEP, 2 * scale), TIME_LIMIT_MS);
}

const packages = process.env["BRIO_STRESS_PACKAGES"];
const tried = packages === undefined ? [] : PACKAGES.filter((name) => existsSync(join(packages, name)));
for (const name of tried.filter((name) => chosen?.includes(name) ?? true)) {
  const request = join(packages!, name);
  const work = WORK[name];
  test(`workers load and drop ${name} without growth`, () => loadInWorkers(request, 12 * scale), TIME_LIMIT_MS);
  if (work === undefined) continue;
  if (!CRASH_AT_WORK.has(name) && !GROW_AT_WORK.has(name)) {
    test(`workers end at work of ${name}`, () => endAtWork(request, work, 6 * scale), TIME_LIMIT_MS);
  }
  test(`processes exit at work of ${name}`, () => exitAtWork(request, work, scale), TIME_LIMIT_MS);
}

const generalTest = isGeneral ? test : () => {};
generalTest(
  "wrapped objects are made and collected without growth",
  async () => {
    const BATCH = 12_500;
    const before = addon.finalizedCount();
    await withoutGrowth(
      `${4 * BATCH * scale} wrapped objects`,
      () => {
        for (let index = 0; index < BATCH; index++) new addon.Counter(index);
      },
      4 * scale,
    );
    // Stacks are searched conservatively: single objects may seem to be in use.
    assert.ok(addon.finalizedCount() - before > 4 * BATCH * scale - 100);
  },
  TIME_LIMIT_MS,
);

// Node loses threads that wait for room in a queue when more than one does.
const queueTest = process.versions["brio"] === undefined ? () => {} : generalTest;
queueTest(
  "workers are terminated while eight threads call them",
  () => {
    const code = `const addon = require(${JSON.stringify(path)});
      const busy = () => { const end = Date.now() + 1; while (Date.now() < end); };
      addon.fromThreads(busy);
      addon.fromThreads(busy);
      ${READY}`;
    const step = async (): Promise<void> => {
      const worker = await inWorker(code);
      await worker.terminate();
    };
    return withoutGrowth(`${8 * scale} workers with threads`, step, 8 * scale);
  },
  TIME_LIMIT_MS,
);
