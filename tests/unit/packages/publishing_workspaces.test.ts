// `brio publish` and `pack` in workspaces: which members are sent, in which order, and what their manifests say.
import assert from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

test(
  "dependencies are published first, and versions that are there already are left out",
  withRegistry(async (registry) => {
    const host = new URL(registry.address).host;
    registry.write(".npmrc", `registry=${registry.address}\n//${host}/:_authToken=token\n`);
    registry.write("package.json", { name: "root", private: true, workspaces: ["packages/*"] });
    const member = (name: string, dependencies = {}) =>
      registry.write(`packages/${name}/package.json`, { name, version: "1.0.0", dependencies });
    member("a", { b: "workspace:^", there: "workspace:^" });
    member("b", { c: "workspace:^" });
    member("c");
    member("there");
    registry.publish("there", { "1.0.0": {} });
    const sent: string[] = [];
    for (const name of ["a", "b", "c"]) {
      registry.answers.set(`/${name}`, (request, response) => {
        if (request.method === "PUT") sent.push(name);
        else response.statusCode = 404;
        request.resume().on("end", () => response.end("{}"));
      });
    }
    const run = await registry.brio(["publish", "-r"]);
    assert.deepStrictEqual([run.code, sent], [0, ["c", "b", "a"]], run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "ls does not show a folder that nothing depends on any more",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", version: "1.0.0" });
    registry.write("../lib/package.json", { name: "lib", version: "1.0.0" });
    assert.strictEqual((await registry.brio(["add", "../lib"])).code, 0);
    assert.match((await registry.brio(["ls"])).stdout, /lib/);
    assert.strictEqual((await registry.brio(["remove", "lib"])).code, 0);
    assert.doesNotMatch((await registry.brio(["ls"])).stdout, /lib/);
  }),
  SECONDS_MAX,
);

/** The `package.json` in the tarball that `pack` makes of a member. */
async function packed(registry: TestRegistry, member: string): Promise<Record<string, any>> {
  const cwd = join(registry.project, "packages", member);
  const run = await registry.brio(["pack"], { cwd });
  assert.strictEqual(run.code, 0, run.stderr);
  const tarball = join(cwd, `${member}-1.0.0.tgz`);
  assert.ok(existsSync(tarball));
  return JSON.parse((await registry.run("tar", ["xzOf", tarball, "package/package.json"])).stdout);
}

const SOURCES = { main: "src/index.ts", publishConfig: { main: "dist/index.js", access: "public" } };

test(
  "the manifest in a tarball has ranges for workspace: and catalog:, and with pnpm the fields of publishConfig",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "root", private: true });
    registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\ncatalog:\n  c: ^3.1.0\n");
    const dependencies = { b: "workspace:^", c: "catalog:" };
    registry.write("packages/a/package.json", { name: "a", version: "1.0.0", ...SOURCES, dependencies });
    registry.write("packages/b/package.json", { name: "b", version: "2.0.0" });
    const manifest = await packed(registry, "a");
    assert.deepStrictEqual(manifest["dependencies"], { b: "^2.0.0", c: "^3.1.0" });
    assert.strictEqual(manifest["main"], "dist/index.js");
    assert.deepStrictEqual(manifest["publishConfig"], { access: "public" });
  }),
  SECONDS_MAX,
);

test(
  "with npm the manifest in a tarball is the one that was written",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "root", private: true, workspaces: ["packages/*"] });
    registry.write("packages/a/package.json", { name: "a", version: "1.0.0", ...SOURCES });
    assert.deepStrictEqual(await packed(registry, "a"), { name: "a", version: "1.0.0", ...SOURCES });
  }),
  SECONDS_MAX,
);
