// Installations that are interrupted: by SIGKILL at random moments, several at once, and by a disk that becomes full. What
// the next command finds is whole or is made anew, and the user's files are the old or the new ones.
import assert from "node:assert";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const SECONDS_MAX = 120_000;
const PACKAGE_COUNT = 25;
const FILE_COUNT = 120;

function publishMany(registry: TestRegistry): Record<string, string> {
  const dependencies: Record<string, string> = {};
  for (let index = 0; index < PACKAGE_COUNT; index++) {
    const files = (version: string) =>
      Object.fromEntries(Array.from({ length: FILE_COUNT }, (_, file) => [`package/f${file}.js`, `// ${version}`]));
    registry.publish(`p${index}`, { "1.0.0": { files: files("one") }, "2.0.0": { files: files("two") } });
    dependencies[`p${index}`] = "1.0.0";
  }
  return dependencies;
}

/** Every package that has a `package.json` has all of its files, with the content of its version. */
function checkWhole(project: string): void {
  const modules = join(project, "node_modules");
  for (const name of existsSync(modules) ? readdirSync(modules) : []) {
    const folder = join(modules, name);
    if (name.startsWith(".") || !existsSync(join(folder, "package.json"))) continue;
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const expected = version === "1.0.0" ? "// one" : "// two";
    for (let file = 0; file < FILE_COUNT; file++)
      assert.strictEqual(readFileSync(join(folder, `f${file}.js`), "utf8"), expected, `${name} f${file}.js`);
  }
}

test(
  "several installations at once, killed at random moments, leave nothing that is half done",
  withRegistry(async (registry) => {
    const dependencies = publishMany(registry);
    const newer = Object.fromEntries(Object.keys(dependencies).map((name) => [name, "2.0.0"]));
    const projects = ["one", "two"].map((name) => join(registry.folder, name));
    for (const project of projects) {
      mkdirSync(project);
      writeFileSync(join(project, ".npmrc"), `registry=${registry.address}\n`);
    }
    const install = (project: string, killAfterMs?: number) =>
      registry.brio(["install"], { cwd: project, ...(killAfterMs === undefined ? {} : { killAfterMs }) });
    const write = (project: string, list: Record<string, string>) =>
      writeFileSync(join(project, "package.json"), JSON.stringify({ name: "app", dependencies: list }));
    for (let round = 0; round < 12; round++) {
      const moments = projects.map(() => Math.floor(5 + Math.random() * 250));
      await Promise.all(
        projects.map((project, index) => {
          write(project, Math.random() < 0.5 ? dependencies : newer);
          return install(project, moments[index]);
        }),
      );
      for (const project of projects) {
        checkWhole(project);
        if (existsSync(join(project, "package-lock.json")))
          JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
      }
    }
    for (const project of projects) write(project, newer);
    for (const run of await Promise.all(projects.map((project) => install(project))))
      assert.strictEqual(run.code, 0, run.stderr);
    for (const project of projects) {
      checkWhole(project);
      const own = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
      assert.strictEqual(own.length, PACKAGE_COUNT);
    }
    assert.match((await registry.brio(["cache", "verify"])).stdout, /packages are whole, 0 were not/);
  }),
  SECONDS_MAX,
);

/** Whether this system lets a test mount a small file system of its own; else says why not. */
async function canMount(registry: TestRegistry): Promise<boolean> {
  const mounting = "mount -t tmpfs -o size=1m none /mnt";
  const run = await registry.run("unshare", ["-rm", "sh", "-c", mounting]).catch((error) => ({
    code: 1,
    stderr: String(error),
  }));
  if (run.code !== 0) console.log(`# not tried: this system cannot mount a file system of limited size: ${run.stderr}`);
  return run.code === 0;
}

/** Installs with a file system of `size` at `place`, and then with enough of it. Returns what was printed and found. */
async function withLimit(registry: TestRegistry, place: string, size: string): Promise<string[]> {
  const script = `
    mkdir -p "$PLACE" && mount -t tmpfs -o size=$SIZE none "$PLACE" || exit 9
    "$BRIO" install 2>&1; echo "== $?"
    cat package.json; ls package-lock.json node_modules/a/package.json 2>/dev/null; echo "=="
    mount -o remount,size=64m "$PLACE"
    "$BRIO" install 2>&1; echo "== $?"
    wc -c < node_modules/a/large; "$BRIO" cache verify`;
  const env = { PLACE: place, SIZE: size, BRIO: process.execPath };
  const run = await registry.run("unshare", ["-rm", "sh", "-c", script], { env });
  return run.stdout.split("==");
}

test(
  "a disk that becomes full is named, nothing is half done, and the next installation works",
  withRegistry(async (registry) => {
    if (!(await canMount(registry))) return;
    const content = randomBytes(1 << 20).toString("hex");
    registry.publish("a", { "1.0.0": { files: { "package/large": content, "package/index.js": "" } } });
    const manifest = JSON.stringify({ name: "app", dependencies: { a: "1" } });
    for (const place of [join(registry.folder, "store"), join(registry.project, "node_modules")]) {
      rmSync(join(registry.project, "package-lock.json"), { force: true });
      registry.write("package.json", manifest);
      const [first, code, second, third] = await withLimit(registry, place, "1m");
      assert.match(first!, /No space left|no space left/, `${place}: ${first}`);
      assert.match(first!, /ENOSPC/);
      // The exit code, and that neither a lockfile nor a package is there.
      assert.strictEqual(code!.trim(), `1\n${manifest}`, place);
      assert.match(second!, /(added|changed) 1; 1 package in all/, place);
      assert.match(third!, new RegExp(`^ 0\\n${content.length}\\n1 package is whole, 0 were not`), place);
    }
  }),
  SECONDS_MAX,
);

for (const linker of ["hoisted", "isolated"]) {
  test(
    `several installations of one project wait for each other, ${linker}`,
    withRegistry(async (registry) => {
      const dependencies = publishMany(registry);
      for (let index = 1; index < PACKAGE_COUNT; index++) {
        const manifest = { dependencies: { [`p${index - 1}`]: "1.0.0" } };
        registry.publish(`q${index}`, { "1.0.0": { manifest } });
        dependencies[`q${index}`] = "1.0.0";
      }
      registry.write("package.json", { name: "app", dependencies });
      const install = () => registry.brio(["install", "--linker", linker]);
      assert.strictEqual((await install()).code, 0);
      for (let round = 0; round < 3; round++) {
        rmSync(join(registry.project, "node_modules"), { recursive: true });
        for (const run of await Promise.all([install(), install(), install(), install()])) {
          assert.strictEqual(run.code, 0, run.stderr);
        }
      }
      const again = await install();
      assert.match(again.stdout, /up to date/);
    }),
    SECONDS_MAX,
  );
}

test(
  "several additions to one project at once are all saved",
  withRegistry(async (registry) => {
    const names = ["a", "b", "c", "d"];
    for (const name of names) registry.publish(name, { "1.0.0": {} });
    registry.write("package.json", { name: "app" });
    const runs = await Promise.all(names.map((name) => registry.brio(["add", name])));
    for (const run of runs) assert.strictEqual(run.code, 0, run.stderr);
    const { dependencies } = JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8"));
    assert.deepStrictEqual(dependencies, { a: "^1.0.0", b: "^1.0.0", c: "^1.0.0", d: "^1.0.0" });
    assert.strictEqual((await registry.brio(["install", "--frozen-lockfile"])).code, 0);
  }),
  SECONDS_MAX,
);
