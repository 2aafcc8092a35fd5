// `add`, `remove`, `update` and a changed package.json in projects with the lockfile of another manager: it is written back
// in its own format, and what did not change stays as it was.
import assert from "node:assert";
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { integrityOf, type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

/** a@1.0.0 needs c@^1; d needs c@^1 too and has the peer p. */
function publish(registry: TestRegistry): Record<string, string> {
  registry.publish("a", { "1.0.0": { manifest: { dependencies: { c: "^1.0.0" } } }, "1.1.0": {} });
  registry.publish("c", { "1.0.0": {}, "1.2.0": {} });
  registry.publish("d", { "2.0.0": { manifest: { dependencies: { c: "^1.0.0" }, peerDependencies: { p: "*" } } } });
  registry.publish("p", { "3.0.0": {} });
  const of = (name: string, version: string) => integrityOf(registry.tarball(name, version));
  return { a: of("a", "1.0.0"), c: of("c", "1.0.0"), d: of("d", "2.0.0"), p: of("p", "3.0.0") };
}

const FILES: Record<string, { before: Write; after: Write; removed: Write }> = {};
type Write = (registry: TestRegistry, hashes: Record<string, string>) => string;

const yarnEntry = (registry: TestRegistry, name: string, requests: string, version: string, hash: string, rest = "") =>
  `${requests}:
  version "${version}"
  resolved "${registry.address}${name}/-/${name}-${version}.tgz"
  integrity ${hash}
${rest}
`;
const YARN_HEAD = "# yarn lockfile v1\n\n\n";
FILES["yarn.lock"] = {
  before: (registry, { a = "", c = "" }) =>
    (
      YARN_HEAD +
      yarnEntry(registry, "a", "a@1.0.0", "1.0.0", a, '  dependencies:\n    c "^1.0.0"\n') +
      yarnEntry(registry, "c", "c@^1.0.0", "1.0.0", c)
    ).trimEnd() + "\n",
  after: (registry, { a = "", c = "", d = "" }) =>
    (
      YARN_HEAD +
      yarnEntry(registry, "a", "a@1.0.0", "1.0.0", a, '  dependencies:\n    c "^1.0.0"\n') +
      yarnEntry(registry, "c", "c@^1.0.0", "1.0.0", c) +
      yarnEntry(registry, "d", "d@^2.0.0", "2.0.0", d, '  dependencies:\n    c "^1.0.0"\n')
    ).trimEnd() + "\n",
  removed: (registry, { c = "", d = "" }) =>
    (
      YARN_HEAD +
      yarnEntry(registry, "c", "c@^1.0.0", "1.0.0", c) +
      yarnEntry(registry, "d", "d@^2.0.0", "2.0.0", d, '  dependencies:\n    c "^1.0.0"\n')
    ).trimEnd() + "\n",
};

const pnpmFile = (importers: string, packages: string, snapshots: string) => `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
${importers}
packages:

${packages}
snapshots:

${snapshots}`;
const importer = (name: string, specifier: string, version: string) =>
  `      ${name}:\n        specifier: ${specifier}\n        version: ${version}\n`;
const resolution = (id: string, hash: string, rest = "") => `  ${id}:\n    resolution: {integrity: ${hash}}\n${rest}`;
const A = "  a@1.0.0:\n    dependencies:\n      c: 1.0.0\n";
const D = "  d@2.0.0(p@3.0.0):\n    dependencies:\n      c: 1.0.0\n      p: 3.0.0\n";
const PEER = "    peerDependencies:\n      p: '*'\n";
FILES["pnpm-lock.yaml"] = {
  before: (_, { a = "", c = "" }) =>
    pnpmFile(
      importer("a", "1.0.0", "1.0.0"),
      `${resolution("a@1.0.0", a)}\n${resolution("c@1.0.0", c)}`,
      `${A}\n  c@1.0.0: {}\n`,
    ),
  after: (_, { a = "", c = "", d = "", p = "" }) =>
    pnpmFile(
      importer("a", "1.0.0", "1.0.0") + importer("d", "^2.0.0", "2.0.0(p@3.0.0)"),
      [
        resolution("a@1.0.0", a),
        resolution("c@1.0.0", c),
        resolution("d@2.0.0", d, PEER),
        resolution("p@3.0.0", p),
      ].join("\n"),
      [A, "  c@1.0.0: {}\n", D, "  p@3.0.0: {}\n"].join("\n"),
    ),
  removed: (_, { c = "", d = "", p = "" }) =>
    pnpmFile(
      importer("d", "^2.0.0", "2.0.0(p@3.0.0)"),
      [resolution("c@1.0.0", c), resolution("d@2.0.0", d, PEER), resolution("p@3.0.0", p)].join("\n"),
      ["  c@1.0.0: {}\n", D, "  p@3.0.0: {}\n"].join("\n"),
    ),
};

const bunFile = (dependencies: string, packages: string) => `{
  "lockfileVersion": 1,
  "configVersion": 1,
  "workspaces": {
    "": {
      "name": "app",
      "dependencies": {
${dependencies}      },
    },
  },
  "packages": {
${packages}  }
}
`;
const bunA = (hash: string) => `    "a": ["a@1.0.0", "", { "dependencies": { "c": "^1.0.0" } }, "${hash}"],\n`;
const bunPlain = (name: string, version: string, hash: string) =>
  `    "${name}": ["${name}@${version}", "", {}, "${hash}"],\n`;
const bunD = (hash: string) =>
  `    "d": ["d@2.0.0", "", { "dependencies": { "c": "^1.0.0" }, "peerDependencies": { "p": "*" } }, "${hash}"],\n`;
FILES["bun.lock"] = {
  before: (_, { a = "", c = "" }) =>
    bunFile('        "a": "1.0.0",\n', [bunA(a), bunPlain("c", "1.0.0", c)].join("\n")),
  after: (_, { a = "", c = "", d = "", p = "" }) =>
    bunFile(
      '        "a": "1.0.0",\n        "d": "^2.0.0",\n',
      [bunA(a), bunPlain("c", "1.0.0", c), bunD(d), bunPlain("p", "3.0.0", p)].join("\n"),
    ),
  removed: (_, { c = "", d = "", p = "" }) =>
    bunFile('        "d": "^2.0.0",\n', [bunPlain("c", "1.0.0", c), bunD(d), bunPlain("p", "3.0.0", p)].join("\n")),
};

for (const [file, { before, after, removed }] of Object.entries(FILES)) {
  test(
    `add and remove write ${file} back in its own format`,
    withRegistry(async (registry) => {
      const hashes = publish(registry);
      registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
      registry.write(file, before(registry, hashes));
      const text = () => readFileSync(join(registry.project, file), "utf8");
      const version = (name: string) =>
        JSON.parse(readFileSync(join(registry.project, "node_modules", name, "package.json"), "utf8")).version;
      let run = await registry.brio(["add", "d"]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.strictEqual(text(), after(registry, hashes));
      assert.deepStrictEqual([version("a"), version("d")], ["1.0.0", "2.0.0"]);
      assert.ok(!existsSync(join(registry.project, "package-lock.json")));
      assert.strictEqual((await registry.brio(["install", "--frozen-lockfile"])).code, 0);
      run = await registry.brio(["remove", "a"]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.strictEqual(text(), removed(registry, hashes));
      assert.ok(!existsSync(join(registry.project, "node_modules/a")));
    }),
    SECONDS_MAX,
  );

  test(
    `a frozen installation refuses what ${file} does not have`,
    withRegistry(async (registry) => {
      const hashes = publish(registry);
      registry.write("package.json", { name: "app", dependencies: { a: "1.0.0", d: "2" } });
      registry.write(file, before(registry, hashes));
      const run = await registry.brio(["install", "--frozen-lockfile"]);
      assert.deepStrictEqual([run.code, /EFROZEN/.test(run.stderr)], [1, true], run.stderr);
      assert.strictEqual(readFileSync(join(registry.project, file), "utf8"), before(registry, hashes));
    }),
    SECONDS_MAX,
  );
}

const REPLACED: Record<string, { rules: Record<string, unknown>; after: Write }> = {
  "yarn.lock": {
    rules: { resolutions: { c: "1.2.0" } },
    after: () => "",
  },
  "pnpm-lock.yaml": {
    rules: { pnpm: { overrides: { "a>c": "1.2.0" } } },
    after: (_, { a = "", newest = "" }) =>
      pnpmFile(
        importer("a", "1.0.0", "1.0.0"),
        `${resolution("a@1.0.0", a)}\n${resolution("c@1.2.0", newest)}`,
        `${A.replace("c: 1.0.0", "c: 1.2.0")}\n  c@1.2.0: {}\n`,
      ).replace("\nimporters:", "\noverrides:\n  a>c: 1.2.0\n\nimporters:"),
  },
  "bun.lock": {
    rules: { overrides: { c: "1.2.0" } },
    after: (_, { a = "", newest = "" }) =>
      bunFile('        "a": "1.0.0",\n', [bunA(a), bunPlain("c", "1.2.0", newest)].join("\n")).replace(
        '  "packages"',
        '  "overrides": {\n    "c": "1.2.0",\n  },\n  "packages"',
      ),
  },
};

for (const [file, { rules, after }] of Object.entries(REPLACED)) {
  test(
    `a rule that replaces a dependency counts although ${file} was made without it`,
    withRegistry(async (registry) => {
      const hashes = publish(registry);
      hashes.newest = integrityOf(registry.tarball("c", "1.2.0"));
      registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" }, ...rules });
      registry.write(file, FILES[file]!.before(registry, hashes));
      // yarn 1 follows its lockfile when it is frozen.
      if (file !== "yarn.lock") {
        const frozen = await registry.brio(["install", "--frozen-lockfile"]);
        assert.deepStrictEqual([frozen.code, /EFROZEN/.test(frozen.stderr)], [1, true], frozen.stderr);
      }
      for (const flags of [[], ["--frozen-lockfile"]]) {
        const run = await registry.brio(["install", ...flags]);
        assert.strictEqual(run.code, 0, run.stderr);
        const text = readFileSync(join(registry.project, file), "utf8");
        if (file === "yarn.lock") {
          // yarn writes the rule's own request before that of the dependency.
          assert.match(text, /c@\^1\.0\.0:\n {2}version "1\.2\.0"\n/);
          assert.doesNotMatch(text, /version "1\.0\.0"\n {2}resolved "[^"]*c-1/);
        } else {
          assert.strictEqual(text, after(registry, hashes));
        }
      }
    }),
    SECONDS_MAX,
  );
}

test(
  "a peer in bun.lock that the folder develops with keeps its range, and is the same package",
  withRegistry(async (registry) => {
    publish(registry);
    const newest = integrityOf(registry.tarball("c", "1.2.0"));
    registry.publish("e", { "1.0.0-beta.1": {}, "1.1.0": {} });
    const e = integrityOf(registry.tarball("e", "1.0.0-beta.1"));
    // The range excludes what is developed with, which counts all the same, as with Bun.
    const lists = { devDependencies: { e: "1.0.0-beta.1" }, peerDependencies: { e: ">= 1.0.0" } };
    const development = '      "devDependencies": {\n        "e": "1.0.0-beta.1",\n      },\n';
    const peers = '      "peerDependencies": {\n        "e": ">= 1.0.0",\n      },\n';
    const file = (dependencies: string, peers: string, packages: string) => {
      const text = bunFile(dependencies, packages);
      const own = `      "dependencies": {\n${dependencies}      },\n`;
      return text.replace(own, (dependencies === "" ? "" : own) + development + peers);
    };
    const own = bunPlain("e", "1.0.0-beta.1", e);
    const added = file('        "c": "^1.2.0",\n', peers, [bunPlain("c", "1.2.0", newest), own].join("\n"));
    registry.write("package.json", { name: "app", ...lists });
    registry.write("bun.lock", file("", "", own));
    for (const [args, expected] of [
      [["install"], file("", peers, own)],
      [["add", "c"], added],
      [["remove", "c"], file("", peers, own)],
    ] as const) {
      const run = await registry.brio([...args]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.strictEqual(readFileSync(join(registry.project, "bun.lock"), "utf8"), expected, args.join(" "));
    }
  }),
  SECONDS_MAX,
);

test(
  "what development uses of an optional peer that only the metadata names stays in package-lock.json",
  withRegistry(async (registry) => {
    publish(registry);
    const peerDependenciesMeta = { a: { optional: true } };
    registry.write("package.json", { name: "app", peerDependenciesMeta, devDependencies: { a: "1.0.0" } });
    for (const args of [["install"], ["add", "p"], ["remove", "p"]]) {
      const run = await registry.brio(args);
      assert.strictEqual(run.code, 0, `${args}: ${run.stderr}`);
      const { packages } = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
      const added = args[0] === "add" ? ["node_modules/p"] : [];
      assert.deepStrictEqual(Object.keys(packages), ["", "node_modules/a", "node_modules/c", ...added], `${args}`);
      assert.deepStrictEqual(packages[""].peerDependenciesMeta, peerDependenciesMeta);
      assert.deepStrictEqual([packages["node_modules/a"].dev, packages["node_modules/c"].dev], [true, true]);
    }
  }),
  SECONDS_MAX,
);

test(
  "what a project bundles when it is published is installed, and marked in package-lock.json as npm does",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" }, bundleDependencies: ["a"] });
    const lockfile = () => JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8")).packages;
    const marked = () => Object.keys(lockfile()).filter((path) => lockfile()[path].inBundle);
    for (const args of [["install"], ["install", "--frozen-lockfile"], ["add", "d"], ["ci"]]) {
      rmSync(join(registry.project, "node_modules"), { recursive: true, force: true });
      const run = await registry.brio(args);
      assert.strictEqual(run.code, 0, `${args}: ${run.stderr}`);
      assert.ok(existsSync(join(registry.project, "node_modules/a/package.json")), `${args}`);
      assert.ok(existsSync(join(registry.project, "node_modules/c/package.json")), `${args}`);
      assert.deepStrictEqual(lockfile()[""].bundleDependencies, ["a"]);
      assert.deepStrictEqual(marked(), ["node_modules/a", "node_modules/c"], `${args}`);
      assert.match(lockfile()["node_modules/a"].integrity, /^sha512-/);
    }
    // Where lockfiles have no addresses of the registry, too.
    rmSync(join(registry.project, "node_modules"), { recursive: true });
    registry.write(".npmrc", `registry=${registry.address}\nomit-lockfile-registry-resolved=true\n`);
    for (const args of [["add", "p"], ["ci"]]) {
      const run = await registry.brio(args);
      assert.strictEqual(run.code, 0, `${args}: ${run.stderr}`);
      assert.ok(existsSync(join(registry.project, "node_modules/a/package.json")), `${args}`);
      assert.strictEqual(lockfile()["node_modules/a"].resolved, undefined);
    }
  }),
  SECONDS_MAX,
);

test(
  "a project of pnpm is laid out as pnpm does: packages see only what they depend on",
  withRegistry(async (registry) => {
    const hashes = publish(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
    registry.write("pnpm-lock.yaml", FILES["pnpm-lock.yaml"]!.before(registry, hashes));
    let run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const folder = join(registry.project, "node_modules");
    assert.ok(lstatSync(join(folder, "a")).isSymbolicLink());
    assert.strictEqual(realpathSync(join(folder, "a")), join(realpathSync(folder), ".pnpm/a@1.0.0/node_modules/a"));
    assert.strictEqual(
      realpathSync(join(folder, ".pnpm/a@1.0.0/node_modules/c")),
      join(realpathSync(folder), ".pnpm/c@1.0.0/node_modules/c"),
    );
    assert.ok(!existsSync(join(folder, "c")));
    run = await registry.brio(["install", "--linker", "hoisted"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.ok(!lstatSync(join(folder, "a")).isSymbolicLink());
    assert.ok(existsSync(join(folder, "c/package.json")));
    assert.ok(!existsSync(join(folder, ".pnpm")));
  }),
  SECONDS_MAX,
);

test(
  "add in a member of the workspace changes the member",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", { name: "root", workspaces: ["packages/*"] });
    registry.write("packages/one/package.json", { name: "one", version: "1.0.0" });
    const cwd = join(registry.project, "packages/one");
    let run = await registry.brio(["add", "c"], { cwd });
    assert.strictEqual(run.code, 0, run.stderr);
    const read = (path: string) => JSON.parse(readFileSync(join(registry.project, path), "utf8"));
    assert.deepStrictEqual(read("packages/one/package.json").dependencies, { c: "^1.2.0" });
    assert.strictEqual(read("package.json").dependencies, undefined);
    assert.deepStrictEqual(read("package-lock.json").packages["packages/one"].dependencies, { c: "^1.2.0" });
    run = await registry.brio(["remove", "-w", "one", "c"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(read("packages/one/package.json").dependencies, undefined);
    run = await registry.brio(["add", "-w", "two", "c"]);
    assert.deepStrictEqual([run.code, /no member .* is called two/.test(run.stderr)], [1, true]);
  }),
  SECONDS_MAX,
);

test(
  "dedupe leads dependencies of yarn.lock and pnpm-lock.yaml to the newest version that they accept",
  withRegistry(async (registry) => {
    const { a = "", c = "" } = publish(registry);
    const newest = integrityOf(registry.tarball("c", "1.2.0"));
    registry.write("package.json", { name: "app", version: "1.0.0", dependencies: { a: "1.0.0", c: "^1.1.0" } });
    const own = yarnEntry(registry, "a", "a@1.0.0", "1.0.0", a, '  dependencies:\n    c "^1.0.0"\n');
    const entries = (...all: string[]) => `${(YARN_HEAD + all.join("")).trimEnd()}\n`;
    registry.write(
      "yarn.lock",
      entries(
        own,
        yarnEntry(registry, "c", "c@^1.0.0", "1.0.0", c),
        yarnEntry(registry, "c", "c@^1.1.0", "1.2.0", newest),
      ),
    );
    const read = (name: string) => readFileSync(join(registry.project, name), "utf8");
    const first = await registry.brio(["dedupe"]);
    assert.strictEqual(first.code, 0, first.stderr);
    assert.strictEqual(
      read("yarn.lock"),
      entries(own, yarnEntry(registry, "c", "c@^1.0.0, c@^1.1.0", "1.2.0", newest)),
    );

    rmSync(join(registry.project, "yarn.lock"));
    rmSync(join(registry.project, "node_modules"), { recursive: true });
    const importers = importer("a", "1.0.0", "1.0.0") + importer("c", "^1.1.0", "1.2.0");
    const packages = [resolution("a@1.0.0", a), resolution("c@1.2.0", newest)];
    const before = [packages[0], resolution("c@1.0.0", c), packages[1]].join("\n");
    registry.write("pnpm-lock.yaml", pnpmFile(importers, before, `${A}\n  c@1.0.0: {}\n\n  c@1.2.0: {}\n`));
    const second = await registry.brio(["dedupe"]);
    assert.strictEqual(second.code, 0, second.stderr);
    const after = pnpmFile(importers, packages.join("\n"), `${A.replace("c: 1.0.0", "c: 1.2.0")}\n  c@1.2.0: {}\n`);
    assert.strictEqual(read("pnpm-lock.yaml"), after);
  }),
  SECONDS_MAX,
);
