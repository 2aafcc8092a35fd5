// What is wrong around an installation: a read-only disk, packages that need each other in a cycle, and registries that
// refuse tarballs. What to do is said, and nothing is left half-changed.
import assert from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

/** Runs Brio where `place` cannot be written; undefined where the system does not let a test mount. */
async function onReadOnly(registry: TestRegistry, place: string, args: string): Promise<string[] | undefined> {
  const mounting = 'mount --bind "$PLACE" "$PLACE" && mount -o remount,ro,bind "$PLACE" || exit 9';
  const script = `mkdir -p "$PLACE"; ${mounting}; cd "$PROJECT"; "$BRIO" ${args} 2>&1; echo "== $?"`;
  const env = { PLACE: place, PROJECT: registry.project, BRIO: process.execPath };
  const run = await registry
    .run("unshare", ["-rm", "sh", "-c", script], { env })
    .catch((error) => ({ code: 9, stdout: "", stderr: String(error) }));
  if (run.code !== 9) return run.stdout.split("== ");
  console.log(`# not tried: this system cannot mount: ${run.stderr}`);
  return undefined;
}

for (const name of ["project", "store"]) {
  test(
    `a read-only ${name} is named, and what is installed still counts`,
    withRegistry(async (registry) => {
      registry.publish("a", { "1.0.0": { files: { "package/index.js": "module.exports = 1" } } });
      registry.publish("b", { "1.0.0": {} });
      registry.write("package.json", { name: "app", dependencies: { a: "1" } });
      assert.strictEqual((await registry.brio(["install"])).code, 0);
      const files = ["package.json", "package-lock.json"].map((file) => join(registry.project, file));
      const before = files.map((file) => readFileSync(file, "utf8"));
      const place = name === "project" ? registry.project : join(registry.folder, "store");
      const nothing = await onReadOnly(registry, place, "install");
      if (nothing === undefined) return;
      assert.match(nothing[0]!, /up to date/);
      assert.strictEqual(nothing[1]!.trim(), "0");
      const [text, code] = (await onReadOnly(registry, place, "add b"))!;
      assert.match(text!, /cannot .*(project|store).*\(EROFS\)\n\(the file system is read-only\)/);
      assert.strictEqual(code!.trim(), "1");
      assert.deepStrictEqual(
        files.map((file) => readFileSync(file, "utf8")),
        before,
      );
      assert.ok(!existsSync(join(registry.project, "node_modules/b")));
      const again = await registry.brio(["add", "b"]);
      assert.strictEqual(again.code, 0, again.stderr);
    }),
    SECONDS_MAX,
  );
}

for (const linker of ["hoisted", "isolated"]) {
  test(
    `packages in cycles end, ${linker}`,
    withRegistry(async (registry) => {
      const next = (to: string, range = "*") => ({ manifest: { dependencies: { [to]: range } } });
      registry.publish("a", { "1.0.0": next("b"), "2.0.0": next("b", "^2") });
      registry.publish("b", { "1.0.0": next("c"), "2.0.0": next("c", "^1") });
      registry.publish("c", { "1.0.0": next("a", "^1") });
      registry.publish("itself", { "1.0.0": next("itself", "1.0.0") });
      registry.publish("peer", { "1.0.0": { manifest: { peerDependencies: { other: "*" } } } });
      registry.publish("other", { "1.0.0": { manifest: { peerDependencies: { peer: "*" } } } });
      const dependencies = { a: "2.0.0", itself: "1", peer: "1" };
      registry.write("package.json", { name: "app", workspaces: ["one", "two"], dependencies });
      registry.write("one/package.json", { name: "one", version: "1.0.0", dependencies: { two: "1" } });
      registry.write("two/package.json", { name: "two", version: "1.0.0", dependencies: { one: "1" } });
      const run = await registry.brio(["install", "--linker", linker]);
      assert.strictEqual(run.code, 0, run.stderr);
      const lockfile = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
      // What npm 11 makes of it.
      assert.deepStrictEqual(Object.keys(lockfile.packages).sort(), [
        "",
        "node_modules/a",
        "node_modules/b",
        "node_modules/c",
        "node_modules/c/node_modules/a",
        "node_modules/itself",
        "node_modules/one",
        "node_modules/other",
        "node_modules/peer",
        "node_modules/two",
        "one",
        "two",
      ]);
      for (const args of [["ls", "--all"], ["why", "a"], ["dedupe"], ["sbom"], ["licenses"], ["install"]]) {
        const one = await registry.brio([...args]);
        assert.strictEqual(one.code, 0, `${args}: ${one.stdout}${one.stderr}`);
      }
    }),
    SECONDS_MAX,
  );
}

const REFUSALS: [number, RegExp][] = [
  [401, /a@1\.0\.0.*\(E401\)\n\(set `\/\/127\.0\.0\.1:\d+\/:_authToken/],
  [403, /a@1\.0\.0.*\(E403\)/],
  [404, /a@1\.0\.0.*\(E404\)/],
  [500, /status 500.*a@1\.0\.0.*\(E5XX\)/],
];
for (const [status, expected] of REFUSALS) {
  test(
    `status ${status} for a tarball is an error that says what to do, and package.json stays`,
    withRegistry(async (registry) => {
      registry.publish("a", { "1.0.0": {} });
      registry.answers.set("/a/-/a-1.0.0.tgz", (_, response) => response.writeHead(status).end("{}"));
      registry.write("package.json", { name: "app" });
      const before = readFileSync(join(registry.project, "package.json"), "utf8");
      const run = await registry.brio(["add", "a"]);
      assert.strictEqual(run.code, 1, run.stdout);
      assert.match(run.stderr, expected);
      assert.strictEqual(readFileSync(join(registry.project, "package.json"), "utf8"), before);
      assert.ok(!existsSync(join(registry.project, "package-lock.json")));
      assert.ok(!existsSync(join(registry.project, "node_modules/a")));
    }),
    SECONDS_MAX,
  );
}

test(
  "a registry that answers 429 for ever is given up on, after what it asked to wait",
  withRegistry(async (registry) => {
    let count = 0;
    registry.answers.set("/a", (_, response) => {
      count++;
      response.writeHead(429, { "retry-after": "1" }).end();
    });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const start = Date.now();
    const run = await registry.brio(["install"]);
    assert.deepStrictEqual([run.code, count], [1, 3], run.stderr);
    assert.ok(Date.now() - start >= 2000);
    assert.match(run.stderr, /429/);
    assert.ok(!existsSync(join(registry.project, "package-lock.json")));
  }),
  SECONDS_MAX,
);
