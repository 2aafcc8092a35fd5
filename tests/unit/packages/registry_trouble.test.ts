// Registries that do not answer: the settings of npm for that, and what the message names.
import assert from "node:assert";
import type { ServerResponse } from "node:http";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

for (const way of ["settings", "flags"]) {
  test(
    `fetch-timeout and fetch-retries end a wait for a silent registry, as ${way}`,
    withRegistry(async (registry) => {
      registry.write("package.json", { name: "app", dependencies: { silent: "1" } });
      registry.answers.set("/silent", () => {});
      const settings = { "fetch-timeout": "500", "fetch-retries": "1", "fetch-retry-mintimeout": "10" };
      const entries = Object.entries(settings);
      const flags = way === "flags" ? entries.map(([key, value]) => `--${key}=${value}`) : [];
      if (way === "settings") {
        registry.write(
          ".npmrc",
          [`registry=${registry.address}`, ...entries.map((entry) => entry.join("="))].join("\n"),
        );
      }
      const start = performance.now();
      const run = await registry.brio(["install", ...flags], { killAfterMs: 40_000 });
      assert.deepStrictEqual([run.code, /ETIMEDOUT/.test(run.stderr)], [1, true], run.stderr);
      assert.ok(performance.now() - start < 30_000);
      assert.strictEqual(registry.requests.length, 2);
    }),
    SECONDS_MAX,
  );
}

test(
  "a response that goes on for ever in single bytes ends with the time-out, for records and tarballs",
  withRegistry(async (registry) => {
    const drip = (length?: number) => (_: unknown, response: ServerResponse) => {
      if (length !== undefined) response.setHeader("content-length", length);
      response.write("{");
      const timer = setInterval(() => response.write(" "), 100);
      response.on("close", () => clearInterval(timer));
    };
    const settings = "fetch-timeout=1000\nfetch-retries=0\n";
    registry.write(".npmrc", `registry=${registry.address}\n${settings}`);
    registry.publish("slow", { "1.0.0": {} });
    registry.answers.set("/slow/-/slow-1.0.0.tgz", drip(1_000_000));
    registry.answers.set("/endless", drip());
    for (const name of ["slow", "endless"]) {
      registry.write("package.json", { name: "app", dependencies: { [name]: "1" } });
      const run = await registry.brio(["install"], { killAfterMs: 25_000 });
      assert.deepStrictEqual([run.code, /ETIMEDOUT/.test(run.stderr)], [1, true], `${name}: ${run.stderr}`);
    }
  }),
  SECONDS_MAX,
);

test(
  "a registry that receives too many requests is reported with the package",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", dependencies: { busy: "1" } });
    registry.answers.set("/busy", (_, response) => {
      response.statusCode = 429;
      response.end();
    });
    const run = await registry.brio(["install", "--fetch-retries=0"]);
    assert.deepStrictEqual([run.code, /busy.*E429/.test(run.stderr)], [1, true], run.stderr);
    assert.strictEqual(registry.requests.length, 1);
  }),
  SECONDS_MAX,
);

test(
  "a proxy that cannot be reached is named",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    registry.write(".npmrc", "registry=http://registry.test/\nproxy=http://127.0.0.1:9/\nnoproxy=other.test\n");
    const run = await registry.brio(["install"], { env: { NO_PROXY: "", no_proxy: "" } });
    assert.deepStrictEqual([run.code, run.stderr.includes("the proxy 127.0.0.1:9")], [1, true], run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "a variable that the credentials name and that is not set is named",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", dependencies: { secret: "1" } });
    const host = new URL(registry.address).host;
    registry.write(".npmrc", `registry=${registry.address}\n//${host}/:_authToken=\${UNSET_TOKEN_OF_TEST}\n`);
    registry.answers.set("/secret", (_, response) => {
      response.statusCode = 401;
      response.end();
    });
    const run = await registry.brio(["install"]);
    const names = /UNSET_TOKEN_OF_TEST.*is not set/.test(run.stderr);
    assert.deepStrictEqual([run.code, /E401/.test(run.stderr), names], [1, true, true], run.stderr);
  }),
  SECONDS_MAX,
);
