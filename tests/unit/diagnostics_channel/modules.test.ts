// The tracing channels of require() and import().
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import diagnostics from "node:diagnostics_channel";
import { createRequire } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { test } from "../harness.ts";

const EVENTS = ["start", "end", "asyncStart", "asyncEnd", "error"];
const require = createRequire(import.meta.url);

async function traced(name: string, act: () => unknown): Promise<any[]> {
  const events: any[] = [];
  const channel = diagnostics.tracingChannel(name);
  const handlers: any = Object.fromEntries(
    EVENTS.map((event) => [event, (context: object) => void events.push({ event, ...context })]),
  );
  channel.subscribe(handlers);
  try {
    await act();
  } finally {
    channel.unsubscribe(handlers);
  }
  return events;
}

test("require() is published with its result or error", async () => {
  const parentFilename = fileURLToPath(import.meta.url);
  const result = require("node:path");
  assert.deepStrictEqual(await traced("module.require", () => require("node:path")), [
    { event: "start", parentFilename, id: "node:path" },
    { event: "end", parentFilename, id: "node:path", result },
  ]);
  const failed = await traced("module.require", () => assert.throws(() => require("no-such-package")));
  assert.deepStrictEqual(
    failed.map(({ event, error }) => [event, error?.code]),
    [
      ["start", undefined],
      ["error", "MODULE_NOT_FOUND"],
      ["end", "MODULE_NOT_FOUND"],
    ],
  );
});

test("import() is published with its namespace or its error", async () => {
  const parentURL = import.meta.url;
  const result = await import("node:path");
  const url = "node:path";
  assert.deepStrictEqual(await traced("module.import", () => import("node:path")), [
    { event: "start", parentURL, url },
    { event: "end", parentURL, url },
    { event: "asyncStart", parentURL, url, result },
    { event: "asyncEnd", parentURL, url, result },
  ]);
  const failed = await traced("module.import", () => assert.rejects(import("no-such-package" as any)));
  assert.deepStrictEqual(
    failed.map(({ event, error }) => [event, error?.code]),
    [
      ["start", undefined],
      ["end", undefined],
      ["error", "ERR_MODULE_NOT_FOUND"],
      ["asyncStart", "ERR_MODULE_NOT_FOUND"],
      ["asyncEnd", "ERR_MODULE_NOT_FOUND"],
    ],
  );
});

test("a subscriber may print in code of --eval, where the console is not required", () => {
  const code = `const channel = require("node:diagnostics_channel");
    channel.subscribe("tracing:module.require:start", ({ id }) => console.log(id));
    require("node:url"); console.log("value" in Object.getOwnPropertyDescriptor(globalThis, "console"));`;
  assert.strictEqual(spawnSync(process.execPath, ["-e", code], { encoding: "utf8" }).stdout, "node:url\ntrue\n");
});
