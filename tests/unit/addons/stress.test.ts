// Addons under load: no crash, no growth. The numbers are small enough for the suite; BRIO_STRESS multiplies them, and prints
// the memory in use. BRIO_STRESS_PACKAGES names a `node_modules` whose addons are loaded, too.
import assert from "node:assert";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const path = buildAddon("sample");
const addon = createRequire(import.meta.url)(path);
const scale = Number(process.env["BRIO_STRESS"] ?? 1);
const TIME_LIMIT_MS = 60_000 * Math.max(1, scale);
const GROWTH_MAX_BYTES = 64e6;

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
    else await new Promise((resolve) => (worker.threadId === -1 ? resolve(0) : worker.once("exit", resolve)));
  };
  await withoutGrowth(`${count} workers with ${request}`, step, count);
}

test("workers load and drop an addon without growth", () => loadInWorkers(path, 12 * scale), TIME_LIMIT_MS);

const packages = process.env["BRIO_STRESS_PACKAGES"];
for (const name of packages === undefined ? [] : PACKAGES.filter((one) => existsSync(join(packages, one)))) {
  test(
    `workers load and drop ${name} without growth`,
    () => loadInWorkers(join(packages!, name), 12 * scale),
    TIME_LIMIT_MS,
  );
}

test(
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
const queueTest = process.versions["brio"] === undefined ? () => {} : test;
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
