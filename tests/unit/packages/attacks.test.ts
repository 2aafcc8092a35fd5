// Repositories, registries and packages that try to get out of `node_modules`: lockfiles with paths, links and lists that
// came with a repository, names, tarballs, and trust that a name alone would give.
import assert from "node:assert";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { test } from "../harness.ts";
import { integrityOf, tar, withRegistry, type Run, type TestRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

/** The folder beside the project, which has one file of the user's. */
function outside(registry: TestRegistry): string {
  const folder = join(registry.folder, "outside");
  mkdirSync(join(folder, "kept"), { recursive: true });
  writeFileSync(join(folder, "kept/file"), "the user's");
  return folder;
}

function assertUntouched(registry: TestRegistry, what: string): void {
  const folder = join(registry.folder, "outside");
  assert.deepStrictEqual([what, readdirSync(folder)], [what, ["kept"]]);
  assert.strictEqual(readFileSync(join(folder, "kept/file"), "utf8"), "the user's", what);
  assert.ok(!existsSync(join(registry.folder, "evil")), what);
  assert.ok(!existsSync(join(registry.project, "evil")), what);
}

function clean(registry: TestRegistry): void {
  rmSync(registry.project, { recursive: true, force: true });
  mkdirSync(registry.project);
  registry.write(".npmrc", `registry=${registry.address}\n`);
}

/** Lockfiles that place the package `a` at a path outside, by the name of their file. */
function lockfiles(registry: TestRegistry, path: string): [string, string][] {
  const integrity = integrityOf(registry.tarball("a", "1.0.0"));
  const resolved = `${registry.address}a/-/a-1.0.0.tgz`;
  const entry = { version: "1.0.0", resolved, integrity };
  const npm = {
    name: "app",
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": { name: "app", dependencies: { a: "1.0.0" } },
      "node_modules/a": { ...entry, dependencies: { [path]: "1.0.0" } },
      [`node_modules/${path}`]: entry,
      [`node_modules/a/node_modules/${path}`]: entry,
      [`../outside/node_modules/b`]: entry,
    },
  };
  const pnpm = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
      a:
        specifier: 1.0.0
        version: 1.0.0

  ../outside:
    dependencies:
      a:
        specifier: 1.0.0
        version: 1.0.0

packages:

  a@1.0.0:
    resolution: {integrity: ${integrity}}

snapshots:

  a@1.0.0:
    dependencies:
      '${path}': a@1.0.0
`;
  const yarn = `# yarn lockfile v1


a@1.0.0:
  version "1.0.0"
  resolved "${resolved}"
  integrity ${integrity}
  dependencies:
    "${path}" "1.0.0"

"${path}@1.0.0":
  version "1.0.0"
  resolved "${resolved}"
  integrity ${integrity}
`;
  const bun = `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "app", "dependencies": { "a": "1.0.0" } } },
  "packages": {
    "a": ["a@1.0.0", "${resolved}", { "dependencies": { "${path}": "1.0.0" } }, "${integrity}"],
    "${path}": ["a@1.0.0", "${resolved}", {}, "${integrity}"],
  }
}
`;
  return [
    ["package-lock.json", JSON.stringify(npm, null, 2)],
    ["pnpm-lock.yaml", pnpm],
    ["yarn.lock", yarn],
    ["bun.lock", bun],
  ];
}

test(
  "no lockfile leads an installation out of node_modules",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { bin: "a.js" }, files: { "package/a.js": "" } } });
    outside(registry);
    for (const path of [
      "../../outside/evil",
      "../evil",
      "a/../../../outside/evil",
      ".bin",
      "@s/../../../outside/evil",
    ]) {
      for (const [name, text] of lockfiles(registry, path)) {
        for (const args of [
          ["install"],
          ["install", "--frozen-lockfile"],
          ["ci"],
          ["install", "--linker", "isolated"],
        ]) {
          clean(registry);
          registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
          registry.write(name, text);
          const run = await registry.brio(args);
          assert.ok(run.code === 0 || run.code === 1, `${name} ${run.code} ${run.stderr}`);
          assertUntouched(registry, `${name} ${path} ${args.join(" ")}`);
        }
      }
    }
  }),
  MILLISECONDS_MAX * 2,
);

const LINKS: [string, Record<string, string>][] = [
  ["node_modules", { "": "../outside" }],
  ["a scope", { "@s": "../../outside" }],
  ["the folder of commands", { ".bin": "../../outside" }],
  ["the isolated layout", { ".pnpm": "../../outside" }],
  ["a package", { a: "../../outside" }],
  ["a package that is needed no more", { old: "../../outside" }],
];
test(
  "links that came with a repository are replaced, and what they lead to stays",
  withRegistry(async (registry) => {
    registry.publish("a", {
      "1.0.0": {
        manifest: { bin: "a.js", dependencies: { "@s/b": "1" }, bundleDependencies: ["c"] },
        files: { "package/a.js": "", "package/node_modules/c/package.json": '{"name":"c","version":"1.0.0"}' },
      },
    });
    registry.publish("@s/b", { "1.0.0": {} });
    outside(registry);
    for (const [what, links] of LINKS) {
      for (const linker of ["hoisted", "isolated"]) {
        clean(registry);
        for (const [name, target] of Object.entries(links)) {
          const link = join(registry.project, "node_modules", name);
          mkdirSync(join(link, ".."), { recursive: true });
          symlinkSync(target, link.replace(/\/$/, ""));
        }
        registry.write("package.json", { name: "app", dependencies: { a: "1" } });
        const run = await registry.brio(["install", "--linker", linker]);
        assert.strictEqual(run.code, 0, `${what} ${linker} ${run.stderr}`);
        assertUntouched(registry, `${what} ${linker}`);
        assert.ok(existsSync(join(registry.project, "node_modules/a/a.js")), what);
        assert.ok(existsSync(join(registry.project, "node_modules/.bin/a")), what);
      }
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "a list of what is laid out that came with a repository removes nothing outside",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    outside(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    registry.write(
      "node_modules/.brio-install",
      "none\n../outside/gone\tx\n../outside/node_modules/gone\tx\nnode_modules/../../outside/gone\tx\n",
    );
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assertUntouched(registry, "the list");
  }),
  MILLISECONDS_MAX,
);

test(
  "members of a workspace that are links, or have paths as names, lead nowhere",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.publish("@s/a", { "2.0.0": {} });
    const folder = outside(registry);
    mkdirSync(join(folder, "kept/node_modules/mine"), { recursive: true });
    writeFileSync(join(folder, "kept/package.json"), '{"name":"member","dependencies":{"a":"1"}}');
    mkdirSync(join(registry.project, "packages"));
    symlinkSync("../../outside/kept", join(registry.project, "packages/member"));
    registry.write("package.json", { name: "app", workspaces: ["packages/member"], dependencies: { a: "1" } });
    const first = await registry.brio(["install", "--linker", "isolated"]);
    assert.strictEqual(first.code, 0, first.stderr);
    assert.deepStrictEqual(readdirSync(join(folder, "kept/node_modules")), ["mine"]);
    clean(registry);
    registry.write("package.json", { name: "app", workspaces: ["packages/*"] });
    registry.write("packages/b/package.json", { name: "../../evil", version: "1.0.0" });
    assert.strictEqual((await registry.brio(["install"])).code, 1);
    assert.ok(!existsSync(join(registry.folder, "evil")));
  }),
  MILLISECONDS_MAX,
);

/** What a run printed, without what only a terminal would show. */
const printed = (run: Run): string => run.stdout + run.stderr;

test(
  "text of others does not control the terminal",
  withRegistry(async (registry) => {
    const deprecated = "\u001b[2J\u001b]0;title\u0007\u009b1mold\r";
    const scripts = { postinstall: "\u001b[8mhidden" };
    registry.publish("a", { "1.0.0": { manifest: { deprecated, scripts, license: "\u001b[31mMIT" } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    let text = "";
    for (const args of [["install"], ["approve"], ["licenses"], ["ls"]]) {
      text += printed(await registry.brio(args));
    }
    assert.match(text, /old/);
    assert.match(text, /hidden/);
    assert.doesNotMatch(text.replaceAll("\n", ""), /[\u0000-\u001f\u007f-\u009f]/);
  }),
  MILLISECONDS_MAX,
);

test(
  "a dependency's own tarball is not trusted for having a trusted name",
  withRegistry(async (registry) => {
    const manifest = { name: "trusted", version: "9.0.0", scripts: { postinstall: "echo ran > ran" } };
    const archive = gzipSync(tar({ "package/package.json": JSON.stringify(manifest) }));
    registry.answers.set("/evil.tgz", (_, response) => response.end(archive));
    const address = `${registry.address}evil.tgz`;
    registry.publish("a", { "1.0.0": { manifest: { dependencies: { trusted: address } } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, trustedDependencies: ["trusted"] });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.match(run.stdout, /install scripts of trusted@9\.0\.0 were not run/);
    assert.ok(!existsSync(join(registry.project, "node_modules/trusted/ran")));
    // The user's own choice is.
    clean(registry);
    registry.write("package.json", {
      name: "app",
      dependencies: { trusted: address },
      trustedDependencies: ["trusted"],
    });
    const chosen = await registry.brio(["install"]);
    assert.strictEqual(chosen.code, 0, chosen.stderr);
    assert.ok(existsSync(join(registry.project, "node_modules/trusted/ran")));
  }),
  MILLISECONDS_MAX,
);

/** A record of a pax header: its length counts itself. */
function pax(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (String(length).length + rest.length > length) length++;
  return `${length}${rest}`;
}

const MANIFEST = '{"name":"a","version":"1.0.0"}';
const ARCHIVES: [string, Buffer, RegExp | undefined][] = [
  [
    "a pax path",
    tar({ pax: { kind: "x", content: pax("path", "package/../../../evil") }, "package/x": "evil" }),
    /EUNSAFETAR/,
  ],
  [
    "an absolute pax path",
    tar({ pax: { kind: "x", content: pax("path", "/evil") }, "package/x": "evil" }),
    /EUNSAFETAR/,
  ],
  [
    "a long name of GNU",
    tar({ long: { kind: "L", content: "package/../../../evil\0" }, "package/x": "" }),
    /EUNSAFETAR/,
  ],
  [
    "a path of 5000 bytes",
    tar({ pax: { kind: "x", content: pax("path", `package/${"d/".repeat(2500)}f`) }, p: "" }),
    undefined,
  ],
  ["a pax size", tar({ pax: { kind: "x", content: pax("size", "99999999999999") }, "package/x": "evil" }), /ETARBALL/],
  [
    "a link and a file behind it",
    tar({ "package/l": { kind: "2", content: "/tmp" }, "package/l/evil": "evil" }),
    undefined,
  ],
  [
    "a hard link",
    tar({ "package/h": { kind: "1", content: "../../outside/kept/file" }, "package/h/x": "" }),
    undefined,
  ],
  ["a device", tar({ "package/d": { kind: "3" } }), undefined],
  ["a block device", tar({ "package/d": { kind: "4" } }), undefined],
  ["a named pipe", tar({ "package/p": { kind: "6" } }), undefined],
  ["two forms of one name", tar({ "package/\u00e9": "one", "package/e\u0301": "two" }), undefined],
  ["a line end in a name", tar({ "package/a\n- package.json": "evil" }), undefined],
];
test(
  "archives write files of their package only",
  withRegistry(async (registry) => {
    outside(registry);
    for (const [what, entries, expected] of ARCHIVES) {
      clean(registry);
      const archive = Buffer.concat([tar({ "package/package.json": MANIFEST }).subarray(0, -1024), entries]);
      registry.answers.set("/a.tgz", (_, response) => response.end(gzipSync(archive)));
      registry.write("package.json", { name: "app", dependencies: { a: `${registry.address}a.tgz` } });
      rmSync(join(registry.folder, "store"), { recursive: true, force: true });
      const run = await registry.brio(["install"]);
      if (expected === undefined) assert.strictEqual(run.code, 0, `${what}: ${run.stderr}`);
      else assert.match(run.stderr, expected, what);
      assertUntouched(registry, what);
      for (const entry of existsSync(join(registry.project, "node_modules/a"))
        ? readdirSync(join(registry.project, "node_modules/a"), { withFileTypes: true })
        : []) {
        assert.ok(entry.isFile() || entry.isDirectory(), `${what}: ${entry.name}`);
      }
    }
    assert.ok(!existsSync("/tmp/evil"));
  }),
  MILLISECONDS_MAX,
);

test(
  "an archive with more files than a package may have is an error",
  withRegistry(async (registry) => {
    outside(registry);
    const entry = tar({ "package/f": "" }).subarray(0, 512);
    const files = Buffer.alloc(250_001 * entry.length, entry);
    const archive = Buffer.concat([tar({ "package/package.json": MANIFEST }).subarray(0, -1024), files]);
    registry.answers.set("/a.tgz", (_, response) => response.end(gzipSync(archive, { level: 1 })));
    registry.write("package.json", { name: "app", dependencies: { a: `${registry.address}a.tgz` } });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 1);
    assert.match(run.stderr, /more than 250000 files .*ETOOLARGE/);
    assert.ok(!existsSync(join(registry.project, "node_modules/a")));
    assertUntouched(registry, "many files");
  }),
  MILLISECONDS_MAX,
);

test(
  "of several hashes the strongest decides, and unknown ones are none",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    const right = integrityOf(registry.tarball("a", "1.0.0"));
    const wrong = `sha512-${"A".repeat(86)}==`;
    for (const [integrity, isGood] of [
      [`${wrong} ${right}`, true],
      [`sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA= ${right}`, true],
      [`sha256-${"A".repeat(43)}= ${wrong}`, false],
      ["md5-AAAAAAAAAAAAAAAAAAAAAA==", false],
    ] as const) {
      clean(registry);
      const entry = { version: "1.0.0", resolved: `${registry.address}a/-/a-1.0.0.tgz`, integrity };
      const packages = { "": { name: "app", dependencies: { a: "1.0.0" } }, "node_modules/a": entry };
      registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
      registry.write("package-lock.json", { name: "app", lockfileVersion: 3, requires: true, packages });
      rmSync(join(registry.folder, "store"), { recursive: true, force: true });
      const run = await registry.brio(["ci"]);
      assert.deepStrictEqual([integrity, run.code], [integrity, isGood ? 0 : 1], run.stderr);
      if (!isGood) assert.match(run.stderr, /EINTEGRITY/);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "a token and a password stay where they belong",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(registry.tarball("a", "1.0.0"));
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const tarball = `http://127.0.0.1:${(other.address() as AddressInfo).port}/a.tgz`;
    registry.publish("b", { "1.0.0": { integrity: integrityOf(registry.tarball("a", "1.0.0")), dist: { tarball } } });
    registry.write(".npmrc", `registry=${registry.address}\n${registry.address.slice(5)}:_authToken=s3cret\n`);
    registry.write("package.json", { name: "app", dependencies: { b: "1" } });
    const run = await registry.brio(["install"]);
    other.close();
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(seen, [undefined]);
    clean(registry);
    const resolved = registry.address.replace("http://", "http://user:pa55word@") + "missing.tgz";
    const entry = { version: "1.0.0", resolved, integrity: integrityOf(registry.tarball("a", "1.0.0")) };
    const packages = { "": { name: "app", dependencies: { a: "1.0.0" } }, "node_modules/a": entry };
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
    registry.write("package-lock.json", { name: "app", lockfileVersion: 3, requires: true, packages });
    rmSync(join(registry.folder, "store"), { recursive: true, force: true });
    const failed = await registry.brio(["ci"]);
    assert.strictEqual(failed.code, 1);
    assert.doesNotMatch(printed(failed), /pa55word/);
  }),
  MILLISECONDS_MAX,
);

test(
  "names of commands and of packages are no paths",
  withRegistry(async (registry) => {
    outside(registry);
    const bin = { "../../evil": "a.js", "@s/../x": "../../outside/kept/file", "..": "a.js", good: "./a.js" };
    registry.publish("a", { "1.0.0": { manifest: { bin }, files: { "package/a.js": "" } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assertUntouched(registry, "commands");
    assert.deepStrictEqual(readdirSync(join(registry.project, "node_modules/.bin")).sort(), ["evil", "good", "x"]);
    for (const name of ["a\u0301", "\uff0e\uff0e/evil", ".bin", "a/b", "a\\..\\b", "node_modules"]) {
      registry.write("package.json", { name: "app", dependencies: { [name]: "1" } });
      assert.match((await registry.brio(["install"])).stderr, /EINVALIDPACKAGENAME/, name);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "addresses of repositories are no commands and no flags of git",
  withRegistry(async (registry) => {
    const made = join(registry.folder, "evil");
    for (const address of [
      `git+ext::sh -c "touch ${made}"`,
      `ext::sh -c "touch ${made}"`,
      `git+ssh://-oProxyCommand=touch${"$"}{IFS}${made}/x`,
      `git+file:///nowhere#--upload-pack=touch ${made}`,
      `git+http://127.0.0.1:9/x#--output=${made}`,
    ]) {
      registry.write("package.json", { name: "app", dependencies: { a: address } });
      const run = await registry.brio(["install"]);
      assert.strictEqual(run.code, 1, address);
      assert.ok(!existsSync(made), address);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "what a package brings along replaces no other package",
  withRegistry(async (registry) => {
    registry.publish("b", { "1.0.0": { files: { "package/index.js": "the real one" } } });
    registry.publish("a", {
      "1.0.0": {
        manifest: { dependencies: { b: "1" }, bundleDependencies: ["b", "../b", "../../outside"] },
        files: {
          "package/node_modules/b/package.json": '{"name":"b","version":"1.0.0"}',
          "package/node_modules/b/index.js": "another one",
        },
      },
    });
    registry.write("package.json", { name: "app", dependencies: { a: "1", b: "1" } });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(readFileSync(join(registry.project, "node_modules/b/index.js"), "utf8"), "the real one");
    assert.strictEqual(
      readFileSync(join(registry.project, "node_modules/a/node_modules/b/index.js"), "utf8"),
      "another one",
    );
  }),
  MILLISECONDS_MAX,
);
