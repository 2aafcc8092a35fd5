// Scripts that call npm, pnpm, yarn or Bun where these are not installed: Brio does what the manager would do.
import assert from "node:assert";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type Run, type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

/** Runs a script of the project's root, with a PATH that has no other manager. */
async function runScript(registry: TestRegistry, line: string, manifest: Record<string, unknown> = {}): Promise<Run> {
  registry.write("package.json", { name: "root", private: true, scripts: { x: line }, ...manifest });
  const programs = join(registry.folder, "programs");
  mkdirSync(programs, { recursive: true });
  for (const name of ["sh", "env", "pwd", "basename"]) {
    try {
      symlinkSync(`/usr/bin/${name}`, join(programs, name));
    } catch (error) {
      assert.strictEqual((error as NodeJS.ErrnoException).code, "EEXIST");
    }
  }
  return registry.brio(["run", "x"], { env: { PATH: programs } });
}

test(
  "a misspelled script is never fetched from the registry",
  withRegistry(async (registry) => {
    for (const line of ["pnpm biuld", "pnpm run biuld", "yarn biuld", "yarn run biuld", "bun run biuld"]) {
      const run = await runScript(registry, line);
      assert.notStrictEqual(run.code, 0, line);
      assert.match(run.stderr, /biuld/, line);
    }
    assert.deepStrictEqual(registry.requests, []);
  }),
  SECONDS_MAX,
);

test(
  "commands of managers that have another name here",
  withRegistry(async (registry) => {
    for (const [line, expected] of [
      ["pnpm store path", join(registry.folder, "store")],
      ["npm get registry", registry.address],
      ["yarn bin", join(registry.project, "node_modules/.bin")],
      ["yarn global bin", join(registry.folder, ".local/bin")],
    ] as const) {
      const run = await runScript(registry, line);
      assert.deepStrictEqual([run.code, run.stdout.trim().split("\n").at(-1)], [0, expected], run.stderr);
    }
  }),
  SECONDS_MAX,
);

test(
  "a command of a manager that Brio lacks is an error that names it",
  withRegistry(async (registry) => {
    for (const line of [
      "pnpm deploy x",
      "pnpm import",
      "pnpm setup",
      "yarn constraints",
      "yarn plugin list",
      "npm token list",
    ]) {
      const run = await runScript(registry, line);
      const name = line.split(" ").slice(0, 2).join(" ");
      assert.deepStrictEqual([run.code, run.stderr.includes(`brio has no \`${name}\``)], [2, true], run.stderr);
    }
    assert.deepStrictEqual(registry.requests, []);
  }),
  SECONDS_MAX,
);

test(
  "pnpm runs any program of PATH for a word that is no script",
  withRegistry(async (registry) => {
    const run = await runScript(registry, "pnpm basename /a/b");
    assert.deepStrictEqual([run.code, run.stdout], [0, "b\n"], run.stderr);
  }),
  SECONDS_MAX,
);

function members(registry: TestRegistry): void {
  registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
  const member = (folder: string, dependencies = {}) =>
    registry.write(`packages/${folder}/package.json`, {
      name: `@m/${folder}`,
      version: "1.0.0",
      scripts: { build: `echo build-${folder} $1`, test: `echo test-${folder} $1` },
      dependencies,
    });
  member("a", { "@m/b": "workspace:*" });
  member("b");
}

/** The lines that the scripts of members printed, without the labels of the packages. */
function printed(run: Run): string[] {
  assert.strictEqual(run.code, 0, run.stderr);
  return run.stdout.split("\n").flatMap((line) => /(?:build|test)-[ab].*|\/packages\/\w+$/.exec(line) ?? []);
}

test(
  "npm reads its flags after the name of the script, and passes on what follows --",
  withRegistry(async (registry) => {
    members(registry);
    const workspaces = { workspaces: ["packages/*"] };
    const ran = async (line: string) => printed(await runScript(registry, line, workspaces));
    assert.deepStrictEqual(await ran("npm run build -w packages/a"), ["build-a"]);
    assert.deepStrictEqual((await ran("npm run build --workspaces")).sort(), ["build-a", "build-b"]);
    assert.deepStrictEqual((await ran("npm test -ws --if-present")).sort(), ["test-a", "test-b"]);
    assert.deepStrictEqual(await ran("npm run build --prefix packages/b"), ["build-b"]);
    assert.deepStrictEqual(await ran("npm run build --watch -w=@m/a -- -w"), ["build-a -w"]);
  }),
  SECONDS_MAX,
);

test(
  "a folder that a flag names is entered before its scripts are looked for",
  withRegistry(async (registry) => {
    members(registry);
    const ran = async (line: string) => printed(await runScript(registry, line, { workspaces: ["packages/*"] }));
    assert.deepStrictEqual(await ran("yarn --cwd packages/a build"), ["build-a"]);
    assert.deepStrictEqual(await ran("pnpm -C packages/b build"), ["build-b"]);
    assert.deepStrictEqual(await ran("pnpm --dir packages/b run test"), ["test-b"]);
    assert.deepStrictEqual(await ran("yarn workspace @m/a build"), ["build-a"]);
    const unknown = await runScript(registry, "yarn workspace @m/c build");
    assert.deepStrictEqual([unknown.code, /the workspace has no package @m\/c/.test(unknown.stderr)], [2, true]);
  }),
  SECONDS_MAX,
);

test(
  "exec runs a command in each of the chosen packages, dependencies first",
  withRegistry(async (registry) => {
    members(registry);
    const ran = async (line: string) => printed(await runScript(registry, line, { workspaces: ["packages/*"] }));
    const [a, b] = ["/packages/a", "/packages/b"];
    assert.deepStrictEqual(await ran("pnpm -r exec pwd"), [b, a]);
    assert.deepStrictEqual(await ran("pnpm --filter @m/a exec pwd"), [a]);
    assert.deepStrictEqual(await ran("npm exec -w @m/a -- pwd"), [a]);
    assert.deepStrictEqual((await ran("npm exec -ws -c pwd")).sort(), [a, b]);
    assert.deepStrictEqual(await ran("yarn workspaces foreach -A exec pwd"), [b, a]);
    assert.deepStrictEqual(await ran("yarn workspaces foreach -A --include @m/b run build"), ["build-b"]);
    assert.deepStrictEqual(registry.requests, []);
  }),
  SECONDS_MAX,
);

test(
  "-v prints a version of the manager, that of packageManager where it is named",
  withRegistry(async (registry) => {
    for (const name of ["npm", "pnpm", "yarn"]) {
      const run = await runScript(registry, `${name} -v && ${name} --version`);
      assert.match(run.stdout, /^(\d+\.\d+\.\d+\n){2}$/, name);
    }
    const run = await runScript(registry, "pnpm -v", { packageManager: "pnpm@9.1.2+sha512.00" });
    assert.strictEqual(run.stdout, "9.1.2\n");
  }),
  SECONDS_MAX,
);

test(
  "node in a script has the version that process.version says",
  withRegistry(async (registry) => {
    const run = await runScript(registry, "node -v && node --version && node -p process.version");
    const [first, second, third] = run.stdout.split("\n");
    assert.deepStrictEqual([first, second], [third, third], run.stderr);
    assert.match(first!, /^v\d+\.\d+\.\d+$/);
  }),
  SECONDS_MAX,
);
