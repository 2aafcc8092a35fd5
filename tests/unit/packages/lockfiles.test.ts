// Lockfiles of other package managers are installed as they are, and are not changed by an installation.
import assert from "node:assert";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { integrityOf, type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

/** A lockfile that has an older version of `c` than the registry. */
const LOCKFILES: Record<string, (registry: TestRegistry, a: string, c: string) => string> = {
  "yarn.lock": (registry, a, c) => `# yarn lockfile v1


a@1:
  version "1.0.0"
  resolved "${registry.address}a/-/a-1.0.0.tgz"
  integrity ${a}
  dependencies:
    c "^1.0.0"

c@^1.0.0:
  version "1.0.0"
  resolved "${registry.address}c/-/c-1.0.0.tgz"
  integrity ${c}
`,
  "pnpm-lock.yaml": (_, a, c) => `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
      a:
        specifier: '1'
        version: 1.0.0

packages:

  a@1.0.0:
    resolution: {integrity: ${a}}

  c@1.0.0:
    resolution: {integrity: ${c}}
    hasBin: true

snapshots:

  a@1.0.0:
    dependencies:
      c: 1.0.0

  c@1.0.0: {}
`,
  "bun.lock": (_, a, c) => `{
  "lockfileVersion": 1,
  "workspaces": {
    "": {
      "name": "app",
      "dependencies": {
        "a": "1",
      },
    },
  },
  "packages": {
    "a": ["a@1.0.0", "", { "dependencies": { "c": "^1.0.0" } }, "${a}"],

    "c": ["c@1.0.0", "", { "bin": "cli.js" }, "${c}"],
  }
}
`,
};

for (const [file, textOf] of Object.entries(LOCKFILES)) {
  test(
    `${file} says which versions are installed, and stays as it is`,
    withRegistry(async (registry) => {
      registry.publish("a", { "1.0.0": { manifest: { dependencies: { c: "^1.0.0" } } } });
      const cli = { "package/cli.js": "#!/usr/bin/env node\n" };
      registry.publish("c", { "1.0.0": { manifest: { bin: "cli.js" }, files: cli }, "1.1.0": {} });
      const [a, c] = ["a", "c"].map((name) => integrityOf(registry.tarball(name, "1.0.0"))) as [string, string];
      const text = textOf(registry, a, c);
      registry.write(file, text);
      registry.write("package.json", { name: "app", dependencies: { a: "1" } });
      for (const args of [["install"], ["ci"], ["install", "--frozen-lockfile"]]) {
        const run = await registry.brio(args);
        assert.strictEqual(run.code, 0, run.stderr);
        // pnpm's layout has what only packages depend on in a folder of its own.
        const folder = file === "pnpm-lock.yaml" ? "node_modules/.pnpm/a@1.0.0/node_modules" : "node_modules";
        const manifest = readFileSync(join(registry.project, folder, "c/package.json"), "utf8");
        assert.strictEqual(JSON.parse(manifest).version, "1.0.0");
        assert.ok(existsSync(join(registry.project, folder, ".bin/c")));
      }
      assert.strictEqual(readFileSync(join(registry.project, file), "utf8"), text);
      assert.ok(!existsSync(join(registry.project, "package-lock.json")));
    }),
    SECONDS_MAX,
  );

  test(
    `an integrity of ${file} that the tarball does not have is an error`,
    withRegistry(async (registry) => {
      registry.publish("a", { "1.0.0": {} });
      registry.publish("c", { "1.0.0": {} });
      const right = integrityOf(registry.tarball("c", "1.0.0"));
      registry.write(file, textOf(registry, `sha512-${"A".repeat(86)}==`, right));
      registry.write("package.json", { name: "app", dependencies: { a: "1" } });
      const run = await registry.brio(["install"]);
      assert.deepStrictEqual([run.code, /EINTEGRITY/.test(run.stderr)], [1, true], run.stderr);
    }),
    SECONDS_MAX,
  );
}

test(
  "two lockfiles are an error, unless packageManager says which one counts",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    registry.write("yarn.lock", "# yarn lockfile v1\n");
    const run = await registry.brio(["install"]);
    assert.deepStrictEqual(
      [run.code, /there are several lockfiles: package-lock\.json, yarn\.lock/.test(run.stderr)],
      [1, true],
    );
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, packageManager: "npm@11.0.0" });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
  }),
  SECONDS_MAX,
);

test(
  "package-lock.json has no addresses of the registry where the configuration says so",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { dependencies: { b: "1" } } } });
    registry.publish("b", { "1.0.0": {} });
    registry.write(".npmrc", `registry=${registry.address}\nomit-lockfile-registry-resolved=true\n`);
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const read = () => JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
    let run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const { packages } = read();
    assert.deepStrictEqual(Object.keys(packages), ["", "node_modules/a", "node_modules/b"]);
    assert.strictEqual(packages["node_modules/a"].integrity, integrityOf(registry.tarball("a", "1.0.0")));
    for (const entry of Object.values(packages)) assert.ok(!("resolved" in (entry as object)));
    // A lockfile without them is installed as it is.
    rmSync(join(registry.project, "node_modules"), { recursive: true });
    run = await registry.brio(["install", "--frozen-lockfile"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.ok(existsSync(join(registry.project, "node_modules/b/package.json")));
  }),
  SECONDS_MAX,
);

test(
  "deno.lock beside another lockfile is Deno's: the other one is used",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {}, "1.1.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
    let run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    registry.write("deno.lock", '{ "version": "5", "specifiers": {} }\n');
    registry.write("package.json", { name: "app", dependencies: { a: "1.1.0" } });
    run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const text = readFileSync(join(registry.project, "package-lock.json"), "utf8");
    assert.strictEqual(JSON.parse(text).packages["node_modules/a"].version, "1.1.0");
    registry.write("yarn.lock", "# yarn lockfile v1\n");
    run = await registry.brio(["install"]);
    assert.ok(run.code !== 0 && run.stderr.includes("package-lock.json, yarn.lock"), run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "a package that yarn 1 has beside the copy that its parent bundles is the one of the lockfile",
  withRegistry(async (registry) => {
    const bundled: Record<string, string> = { "package/node_modules/b/package.json": '{"name":"b","version":"9.9.9"}' };
    // So many that both would be written at the same time.
    for (let index = 0; index < 3000; index += 1) bundled[`package/node_modules/b/lib/${index}/${index}.js`] = "9";
    registry.publish("a", {
      "1.0.0": { manifest: { dependencies: { b: "^1.0.0" }, bundleDependencies: ["b"] }, files: bundled },
    });
    registry.publish("b", { "1.0.0": { files: { "package/lib/1/1.js": "1" } }, "2.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0", b: "2.0.0" } });
    const entry = (name: string, range: string, version: string, rest = "") =>
      `${name}@${range}:\n  version "${version}"\n  resolved "${registry.address}${name}/-/${name}-${version}.tgz"\n` +
      `  integrity ${integrityOf(registry.tarball(name, version))}\n${rest}`;
    const a = entry("a", "1.0.0", "1.0.0", '  dependencies:\n    b "^1.0.0"\n');
    const entries = [a, entry("b", "2.0.0", "2.0.0"), entry("b", "^1.0.0", "1.0.0")];
    registry.write("yarn.lock", `# yarn lockfile v1\n\n\n${entries.join("\n")}`);
    for (const _ of [1, 2]) {
      rmSync(join(registry.project, "node_modules"), { recursive: true, force: true });
      const run = await registry.brio(["install", "--frozen-lockfile"]);
      assert.strictEqual(run.code, 0, run.stderr);
      const read = (path: string) => readFileSync(join(registry.project, "node_modules", path), "utf8");
      const versionOf = (folder: string): string => JSON.parse(read(`${folder}/package.json`)).version;
      assert.deepStrictEqual([versionOf("a/node_modules/b"), versionOf("b")], ["1.0.0", "2.0.0"]);
      assert.strictEqual(read("a/node_modules/b/lib/1/1.js"), "1");
    }
  }),
  SECONDS_MAX,
);
