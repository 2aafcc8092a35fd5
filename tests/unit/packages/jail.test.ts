// The jail of install scripts: a hostile package whose script, once it is trusted, tries to read the user's secrets, to
// write outside of its folder and to reach the network. Each attempt succeeds where there is no jail.
import assert from "node:assert";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

/** A script that tries each of its lines and writes the names of those that worked. `home` and `port` are set by the test. */
const HOSTILE = `
const fs = require("fs"), net = require("net"), path = require("path"), child = require("child_process");
const { home, port } = JSON.parse(fs.readFileSync("place.json", "utf8"));
const project = path.join(home, "project");
const worked = [];
const attempt = (name, body) => { try { if (body() !== false) worked.push(name); } catch {} };
const read = (file) => { if (!fs.readFileSync(file, "utf8").includes("secret")) throw new Error("something else"); };
attempt("key of ssh", () => read(path.join(home, ".ssh/id_ed25519")));
attempt("settings of npm", () => read(path.join(home, ".npmrc")));
attempt("settings of the project", () => read(path.join(project, ".npmrc")));
attempt("variables of the project", () => read(path.join(project, ".env")));
attempt("a link to a key", () => { fs.symlinkSync(path.join(home, ".ssh/id_ed25519"), "link"); read("link"); });
attempt("a hard link to a key", () => { fs.linkSync(path.join(home, ".ssh/id_ed25519"), "hard"); read("hard"); });
attempt("a copy by a program", () => { child.execFileSync("cp", [path.join(home, ".ssh/id_ed25519"), "copy"]); read("copy"); });
attempt("list of the home folder", () => fs.readdirSync(home));
attempt("token", () => Object.values(process.env).some((value) => value.includes("secret")));
attempt("variables of the parent", () => {
  let number = process.ppid;
  for (let depth = 0; depth < 4 && number > 1; depth++) {
    try { read("/proc/" + number + "/environ"); return true; } catch {}
    number = Number(/^PPid:\\t(\\d+)/m.exec(fs.readFileSync("/proc/" + number + "/status", "utf8"))[1]);
  }
  return false;
});
attempt("a file in the project", () => fs.writeFileSync(path.join(project, "written"), "x"));
attempt("a file of another package", () => fs.writeFileSync("../victim/index.js", "x"));
attempt("a file in the home folder", () => fs.appendFileSync(path.join(home, ".bashrc"), "x"));
attempt("a file in the temporary folder", () => fs.writeFileSync(path.join("/tmp", "brio-jail-" + process.pid), "x"));
attempt("a move out", () => { fs.writeFileSync("moved", "x"); fs.renameSync("moved", path.join(project, "moved")); });
attempt("the shell", () => child.execSync("echo x > " + path.join(project, "shell")));
attempt("a signal to the parent", () => process.kill(process.ppid, 0) && parentIsOutside());
attempt("a program outside of the walls", () => child.execSync("unshare -U true", { stdio: "ignore" }));
function parentIsOutside() {
  const shell = process.ppid;
  const brio = Number(/^PPid:\\t(\\d+)/m.exec(fs.readFileSync("/proc/" + shell + "/status", "utf8"))[1]);
  return process.kill(brio, 0);
}
const done = () => { fs.writeFileSync("worked.json", JSON.stringify(worked)); process.exit(0); };
const socket = net.connect(port, "127.0.0.1");
socket.on("connect", () => { worked.push("network"); done(); });
socket.on("error", done);
setTimeout(done, 3000);
`;

async function withHostile(registry: TestRegistry, body: (worked: () => string[]) => Promise<void>): Promise<void> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  mkdirSync(join(registry.folder, ".ssh"));
  writeFileSync(join(registry.folder, ".ssh/id_ed25519"), "secret");
  writeFileSync(join(registry.folder, ".npmrc"), "//registry.example/:_authToken=secret\n");
  writeFileSync(join(registry.folder, ".bashrc"), "");
  registry.write(".npmrc", `registry=${registry.address}\n//other.example/:_authToken=secret\n`);
  registry.write(".env", "TOKEN=secret\n");
  registry.publish("hostile", {
    "1.0.0": {
      manifest: { scripts: { postinstall: "node attack.js" } },
      files: {
        "package/attack.js": HOSTILE,
        "package/place.json": JSON.stringify({ home: registry.folder, port }),
      },
    },
  });
  registry.publish("victim", { "1.0.0": { files: { "package/index.js": "module.exports = 1;\n" } } });
  const dependencies = { hostile: "1", victim: "1" };
  registry.write("package.json", { name: "app", dependencies, trustedDependencies: ["hostile"] });
  const report = join(registry.project, "node_modules/hostile/worked.json");
  try {
    await body(() => JSON.parse(readFileSync(report, "utf8")) as string[]);
  } finally {
    server.close();
  }
}

const env = { GITHUB_TOKEN: "secret", AWS_SECRET_ACCESS_KEY: "secret", HOSTILE_API_KEY: "secret", ANYTHING: "secret" };

test(
  "a trusted script reaches nothing outside of its package",
  withRegistry((registry) =>
    withHostile(registry, async (worked) => {
      const run = await registry.brio(["install"], { env });
      assert.strictEqual(run.code, 0, run.stderr);
      assert.deepStrictEqual(worked(), []);
      assert.strictEqual(
        readFileSync(join(registry.project, "node_modules/victim/index.js"), "utf8"),
        "module.exports = 1;\n",
      );
      for (const name of ["written", "moved", "shell"]) {
        assert.ok(!existsSync(join(registry.project, name)), name);
      }
    }),
  ),
  SECONDS_MAX,
);

test(
  "the attempts of that script succeed where there is no jail",
  withRegistry((registry) =>
    withHostile(registry, async (worked) => {
      assert.strictEqual((await registry.brio(["install", "--ignore-scripts"])).code, 0);
      const cwd = join(registry.project, "node_modules/hostile");
      assert.strictEqual((await registry.brio(["attack.js"], { cwd, env })).code, 0);
      const missing = [
        "key of ssh",
        "settings of npm",
        "settings of the project",
        "variables of the project",
        "a link to a key",
        "a hard link to a key",
        "a copy by a program",
        "list of the home folder",
        "token",
        "a file in the project",
        "a file of another package",
        "a file in the home folder",
        "a file in the temporary folder",
        "a move out",
        "the shell",
        "network",
      ].filter((name) => !worked().includes(name));
      assert.deepStrictEqual(missing, []);
    }),
  ),
  SECONDS_MAX,
);

test(
  "`approve --net` allows the network and nothing else",
  withRegistry((registry) =>
    withHostile(registry, async (worked) => {
      registry.write("package.json", { name: "app", dependencies: { hostile: "1", victim: "1" } });
      await registry.brio(["install"], { env });
      const run = await registry.brio(["approve", "--net", "hostile"], { env });
      assert.strictEqual(run.code, 0, run.stderr);
      assert.deepStrictEqual(worked(), ["network"]);
      const json = JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8"));
      assert.deepStrictEqual(
        [json.trustedDependencies, json.brio],
        [["hostile"], { scripts: { hostile: { net: true } } }],
      );
    }),
  ),
  SECONDS_MAX,
);

test(
  "a script writes to its folder, its home and the temporary folder, which are gone afterwards",
  withRegistry(async (registry) => {
    const script = [
      'echo x > "$HOME/file" && echo y > "$TMPDIR/file" && mkdir build && mv package.json build/ && mv build/package.json .',
      'echo "$HOME $TMPDIR $A_PREFIX" > said',
    ].join(" && ");
    registry.publish("a", { "1.0.0": { manifest: { scripts: { install: script } } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, trustedDependencies: ["a"] });
    const run = await registry.brio(["install"], { env: { A_PREFIX: "own" } });
    assert.strictEqual(run.code, 0, run.stderr);
    const [home, temporary, own] = readFileSync(join(registry.project, "node_modules/a/said"), "utf8").split(/\s/);
    assert.ok(home && temporary && !existsSync(home) && !existsSync(temporary));
    assert.notStrictEqual(home, registry.folder);
    // Too short a name to be the package's own.
    assert.strictEqual(own, "");
  }),
  SECONDS_MAX,
);

test(
  "a script that fails in the jail says the way out, and an old kernel is named",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { scripts: { install: "echo x > ../../outside" } } } });
    registry.publish("b", { "1.0.0": { manifest: { scripts: { install: "true" } } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, trustedDependencies: ["a", "b"] });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 1);
    assert.match(run.stderr, /may write only to its own folder.*`brio approve --net a` allows it/);
    registry.write("package.json", { name: "app", dependencies: { b: "1" }, trustedDependencies: ["a", "b"] });
    const old = await registry.brio(["install"], { env: { BRIO_LANDLOCK_ABI: "0" } });
    assert.strictEqual(old.code, 0, old.stderr);
    assert.match(old.stdout, /^install scripts: files are not confined: the kernel has no Landlock/m);
    assert.ok(process.platform === "linux");
  }),
  SECONDS_MAX,
);

test(
  "a script changes modes and times of its own files, and of no others",
  withRegistry(async (registry) => {
    const outside = join(registry.folder, "outside");
    writeFileSync(outside, "x", { mode: 0o640 });
    const before = statSync(outside);
    const attempts = `const fs = require("node:fs");
      const refused = (attempt) => { try { attempt(); return false; } catch (error) { return error.code; } };
      fs.writeFileSync("own", "x");
      fs.chmodSync("own", 0o755);
      fs.utimesSync("own", 1, 1);
      fs.symlinkSync(${JSON.stringify(outside)}, "link");
      const tried = [
        refused(() => fs.chmodSync(${JSON.stringify(outside)}, 0o777)),
        refused(() => fs.chmodSync("link", 0o777)),
        refused(() => fs.utimesSync(${JSON.stringify(outside)}, 1, 1)),
        refused(() => fs.chmodSync(${JSON.stringify(registry.project)}, 0o777)),
      ];
      fs.writeFileSync("tried.json", JSON.stringify(tried));`;
    const manifest = { scripts: { install: "node try.js" } };
    registry.publish("a", { "1.0.0": { manifest, files: { "package/try.js": attempts } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, trustedDependencies: ["a"] });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const folder = join(registry.project, "node_modules/a");
    assert.deepStrictEqual(JSON.parse(readFileSync(join(folder, "tried.json"), "utf8")), Array(4).fill("EACCES"));
    const own = statSync(join(folder, "own"));
    assert.deepStrictEqual([own.mode & 0o777, own.mtimeMs], [0o755, 1000]);
    const after = statSync(outside);
    assert.deepStrictEqual([after.mode, after.mtimeMs], [before.mode, before.mtimeMs]);
  }),
  SECONDS_MAX,
);

test(
  "gyp writes the makefiles of a dependency's targets, also beside a package with a scope",
  withRegistry(async (registry) => {
    // What gyp does for the targets of node-addon-api, and make afterwards.
    const gyp = `const fs = require("node:fs"), path = require("node:path");
      fs.mkdirSync("build");
      const place = path.join("build", path.relative(".", path.dirname(require.resolve("node-addon-api/package.json"))));
      fs.mkdirSync("build/../../node-addon-api", { recursive: true });
      fs.writeFileSync("build/../../node-addon-api/a.mk", "target");
      fs.writeFileSync("build/made", fs.readFileSync(path.join(place, "a.mk"), "utf8"));`;
    registry.publish("node-gyp", {
      "1.0.0": {
        manifest: { bin: { "node-gyp": "gyp.js" } },
        files: { "package/gyp.js": `#!/usr/bin/env node\n${gyp}` },
      },
    });
    registry.publish("node-addon-api", { "8.0.0": { files: { "package/node_addon_api.gyp": "" } } });
    registry.publish("@a/b", {
      "1.0.0": {
        manifest: { dependencies: { "node-addon-api": "8" } },
        files: { "package/binding.gyp": "{}" },
      },
    });
    registry.write("package.json", {
      name: "app",
      dependencies: { "@a/b": "1", "node-gyp": "1" },
      trustedDependencies: ["@a/b"],
    });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(readFileSync(join(registry.project, "node_modules/@a/b/build/made"), "utf8"), "target");
    assert.ok(!existsSync(join(registry.project, "node_modules/@a/node-addon-api")));
  }),
  SECONDS_MAX,
);
