// Imports without installing: packages and modules that are fetched when a program imports them.
import assert from "node:assert";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

function publish(registry: TestRegistry): void {
  const files = (text: string) => ({ "package/index.js": text });
  registry.publish("a", {
    "1.0.0": { manifest: { dependencies: { b: "1" } }, files: files("module.exports = 'a1' + require('b');") },
    "2.0.0": { files: files("module.exports = 'a2';") },
  });
  registry.publish("b", { "1.0.0": { files: files("module.exports = 'b1';") } });
}

/** Serves a module at a path. */
function serve(registry: TestRegistry, path: string, text: string, type = "application/typescript"): void {
  registry.answers.set(path, (_, response) => {
    response.setHeader("content-type", type);
    response.end(text);
  });
}

test(
  "npm: specifiers are fetched once, two ranges side by side, and deno.lock has their integrity",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("deno.json", { imports: { a: "npm:a@^1" } });
    registry.write("main.ts", 'import a from "a"; import other from "npm:a@2"; console.log(a, other);');
    const run = await registry.brio(["main.ts"]);
    assert.deepStrictEqual([run.stdout, run.code], ["a1b1 a2\n", 0], run.stderr);
    assert.ok(!existsSync(join(registry.project, "node_modules")));
    const lock = JSON.parse(readFileSync(join(registry.project, "deno.lock"), "utf8"));
    assert.deepStrictEqual(lock.specifiers, { "npm:a@1": "1.0.0", "npm:a@2": "2.0.0" });
    assert.deepStrictEqual(Object.keys(lock.npm).sort(), ["a@1.0.0", "a@2.0.0", "b@1.0.0"]);
    const before = registry.requests.length;
    assert.strictEqual((await registry.brio(["--cached-only", "main.ts"])).stdout, "a1b1 a2\n");
    assert.strictEqual(registry.requests.length, before);
  }),
  SECONDS_MAX,
);

test(
  "members of a workspace of Deno are installed with it, and have its deno.lock",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("deno.json", { workspace: ["./one", "packages/*"], imports: { b: "npm:b@1" } });
    registry.write("one/deno.json", { name: "@x/one", exports: "./main.ts", imports: { a: "npm:a@^1" } });
    registry.write("one/main.ts", 'import a from "a"; console.log(a);');
    registry.write("packages/two/deno.json", { name: "@x/two", imports: { a2: "npm:a@2", b: "npm:b@1" } });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const lock = (): { workspace: unknown; npm: Record<string, unknown> } =>
      JSON.parse(readFileSync(join(registry.project, "deno.lock"), "utf8"));
    const members = {
      one: { dependencies: ["npm:a@1"] },
      "packages/two": { dependencies: ["npm:a@2", "npm:b@1"] },
    };
    // What Deno 2.9.6 writes.
    assert.deepStrictEqual(lock().workspace, { dependencies: ["npm:b@1"], members });
    assert.deepStrictEqual(Object.keys(lock().npm).sort(), ["a@1.0.0", "a@2.0.0", "b@1.0.0"]);
    const before = readFileSync(join(registry.project, "deno.lock"), "utf8");
    assert.strictEqual((await registry.brio(["--cached-only", "one/main.ts"])).stdout, "a1b1\n");
    const inMember = await registry.brio(["install", "--frozen-lockfile"], { cwd: join(registry.project, "one") });
    assert.strictEqual(inMember.code, 0, inMember.stderr);
    assert.ok(!existsSync(join(registry.project, "one/deno.lock")));
    assert.strictEqual(readFileSync(join(registry.project, "deno.lock"), "utf8"), before);
    registry.write("packages/two/deno.json", { name: "@x/two", imports: { b: "npm:b@1" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    assert.deepStrictEqual(Object.keys(lock().npm).sort(), ["a@1.0.0", "b@1.0.0"]);
  }),
  SECONDS_MAX,
);

test(
  "import.meta.resolve returns the package that the import map names, and fetches nothing, as in Deno 2.9.6",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("deno.json", { imports: { a: "npm:a@^1", "b/": "npm:/b@1/", path: "jsr:@std/path@1" } });
    const names = ["a", "a/file.js", "b/file.js", "path", "npm:a@2"];
    registry.write(
      "main.ts",
      `console.log(${JSON.stringify(names)}.map((name) => import.meta.resolve(name)).join("\\n"));`,
    );
    const run = await registry.brio(["main.ts"]);
    assert.deepStrictEqual(
      run.stdout.trim().split("\n"),
      ["npm:a@^1", "npm:a@^1/file.js", "npm:b@1/file.js", "jsr:@std/path@1", "npm:a@2"],
      run.stderr,
    );
    assert.deepStrictEqual(registry.requests, []);
  }),
  SECONDS_MAX,
);

test(
  "deno.lock decides the version, and another integrity is refused",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("deno.json", {});
    registry.write("main.ts", 'import a from "npm:a@*"; console.log(a);');
    const lock = { version: "5", specifiers: { "npm:a@*": "1.0.0" }, npm: { "a@1.0.0": { integrity: "sha512-AAAA" } } };
    registry.write("deno.lock", lock);
    const run = await registry.brio(["main.ts"]);
    assert.strictEqual(run.code, 1);
    assert.match(run.stderr, /Integrity check failed for npm package: "a@1\.0\.0"/);
  }),
  SECONDS_MAX,
);

test(
  "--cached-only, --no-npm and a package that does not exist are errors that name the package",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("main.ts", 'import a from "npm:a@1"; console.log(a);');
    const errors = async (...flags: string[]) => (await registry.brio(["--as", "deno", ...flags, "main.ts"])).stderr;
    assert.match(await errors("--cached-only"), /npm package not found in cache: "a", --cached-only is specified/);
    assert.match(await errors("--no-npm"), /npm specifiers were requested \("a"\), but --no-npm is specified/);
    registry.write("main.ts", 'import "npm:missing@1";');
    assert.match(await errors(), /missing is not in the registry/);
  }),
  SECONDS_MAX,
);

test(
  "modules at addresses: relative imports, redirects, import.meta.url, the hash in deno.lock",
  withRegistry(async (registry) => {
    serve(registry, "/lib/mod.ts", 'export { text } from "./text.ts"; export const url: string = import.meta.url;');
    serve(registry, "/lib/text.ts", 'export const text: string = "one";');
    registry.answers.set("/lib", (_, response) => {
      response.writeHead(302, { location: "/lib/mod.ts" });
      response.end();
    });
    const { address } = registry;
    registry.write("deno.json", { imports: { lib: `${address}lib` } });
    registry.write("main.ts", 'import { text, url } from "lib"; console.log(text, url);');
    const run = await registry.brio(["main.ts"]);
    assert.deepStrictEqual([run.stdout, run.code], [`one ${address}lib/mod.ts\n`, 0], run.stderr);
    const lock = JSON.parse(readFileSync(join(registry.project, "deno.lock"), "utf8"));
    assert.deepStrictEqual(Object.keys(lock.remote), [`${address}lib/mod.ts`, `${address}lib/text.ts`]);
    assert.deepStrictEqual(lock.redirects, { [`${address}lib`]: `${address}lib/mod.ts` });
    // Another text at the same address.
    serve(registry, "/lib/text.ts", 'export const text = "two";');
    assert.strictEqual((await registry.brio(["main.ts"])).stdout, run.stdout);
    const reloaded = await registry.brio(["--reload", "main.ts"]);
    assert.deepStrictEqual(
      [reloaded.code, /Integrity check failed for remote specifier/.test(reloaded.stderr)],
      [1, true],
    );
    writeFileSync(join(registry.project, "deno.lock"), "");
    const unlocked = await registry.brio(["--reload", "--no-lock", "main.ts"]);
    assert.strictEqual(unlocked.stdout, `two ${address}lib/mod.ts\n`, unlocked.stderr);
  }),
  SECONDS_MAX,
);

test(
  "a module that is not there, and --no-remote, are errors with the address",
  withRegistry(async (registry) => {
    registry.write("main.ts", `import "${registry.address}none/mod.ts";`);
    const errors = async (...flags: string[]) => (await registry.brio(["--as", "deno", ...flags, "main.ts"])).stderr;
    assert.ok((await errors()).includes(`Module not found "${registry.address}none/mod.ts".`));
    assert.match(await errors("--no-remote"), /A remote specifier was requested: .*, but --no-remote is specified/);
  }),
  SECONDS_MAX,
);

test(
  "a program of Bun without node_modules gets what it imports, with the version of package.json",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("main.ts", 'import a from "a"; console.log(a);');
    assert.strictEqual((await registry.brio(["--as", "bun", "main.ts"])).stdout, "a2\n");
    const refused = await registry.brio(["--as", "bun", "--no-install", "main.ts"]);
    assert.deepStrictEqual(
      [refused.code === 0, /Cannot find (?:package|module) ["']a["']/.test(refused.stderr)],
      [false, true],
    );
    registry.write("package.json", { dependencies: { a: "^1.0.0" } });
    const run = await registry.brio(["--as", "bun", "main.ts"]);
    assert.strictEqual(run.stdout, "a1b1\n", run.stderr);
    registry.write("node_modules/x/package.json", {});
    assert.notStrictEqual((await registry.brio(["--as", "bun", "main.ts"])).code, 0);
    assert.strictEqual((await registry.brio(["--as", "bun", "--install=fallback", "main.ts"])).stdout, "a1b1\n");
  }),
  SECONDS_MAX,
);

test(
  "a program is run from its address, as one of Deno, and a missing one is an error",
  withRegistry(async (registry) => {
    serve(registry, "/dep.ts", "export const five: number = 5;");
    serve(
      registry,
      "/main.ts",
      'import { five } from "./dep.ts"; console.log(five as number, import.meta.main, import.meta.url, Deno.args);',
    );
    const address = `${registry.address}main.ts`;
    const run = await registry.brio(["--as", "deno", address, "a"]);
    assert.strictEqual(run.stdout, `5 true ${address} [ "a" ]\n`, run.stderr);
    const missing = await registry.brio(["--as", "deno", `${registry.address}missing.ts`]);
    assert.match(missing.stderr, /Module not found "http:.*\/missing\.ts"/);
    assert.strictEqual(missing.code, 1);
  }),
  SECONDS_MAX,
);

test(
  "import.meta.resolve fetches nothing, and has a URL for what is not there",
  withRegistry(async (registry) => {
    registry.write("deno.json", { imports: { "r/": `${registry.address}r/`, "@/": "./lib/" } });
    registry.write(
      "main.ts",
      `const { resolve } = import.meta;
      console.log(resolve("${registry.address}x/../a.ts"), resolve("@/none.ts"), resolve("./none.ts"), resolve("r/b.ts"));`,
    );
    const run = await registry.brio(["main.ts"]);
    const file = `file://${registry.project}`;
    const expected = [`${registry.address}a.ts`, `${file}/lib/none.ts`, `${file}/none.ts`, `${registry.address}r/b.ts`];
    assert.deepStrictEqual(run.stdout.trim().split(" "), expected, run.stderr);
    assert.ok(!registry.requests.some((request) => request.path === "/a.ts"));
  }),
  SECONDS_MAX,
);

test(
  "deno.lock has redirects to known modules, and what imports and scopes list, as Deno writes it",
  withRegistry(async (registry) => {
    publish(registry);
    serve(registry, "/mod.ts", "export const x = 1;");
    registry.answers.set("/r.ts", (_, response) => {
      response.writeHead(302, { location: "/mod.ts" });
      response.end();
    });
    const imports = { a: "npm:a@1.0.0", unused: "npm:b@^1.0.0/sub" };
    registry.write("deno.json", { imports, scopes: { "./sub/": { a: "npm:a@2.0.0" } } });
    registry.write("main.ts", `import "a"; import "${registry.address}mod.ts"; import "${registry.address}r.ts";`);
    assert.strictEqual((await registry.brio(["main.ts"])).code, 0);
    const lock = JSON.parse(readFileSync(join(registry.project, "deno.lock"), "utf8"));
    assert.deepStrictEqual(lock.redirects, { [`${registry.address}r.ts`]: `${registry.address}mod.ts` });
    assert.deepStrictEqual(lock.workspace, { dependencies: ["npm:a@1.0.0", "npm:a@2.0.0", "npm:b@1"] });
    assert.deepStrictEqual(lock.specifiers, { "npm:a@1.0.0": "1.0.0" });
  }),
  SECONDS_MAX,
);

test(
  "outdated and update know the imports of deno.json, and operators stay",
  withRegistry(async (registry) => {
    publish(registry);
    registry.publish("b", { "1.1.0": {}, "2.0.0": {} });
    registry.write("deno.json", { imports: { a: "npm:a@1.0.0", other: "npm:b@~1.0.0", r: "./r.ts" } });
    const outdated = JSON.parse((await registry.brio(["outdated", "--json"])).stdout);
    assert.deepStrictEqual(outdated, {
      a: { current: "1.0.0", wanted: "1.0.0", latest: "2.0.0" },
      other: { current: "1.0.0", wanted: "1.0.0", latest: "2.0.0" },
    });
    const config = () => JSON.parse(readFileSync(join(registry.project, "deno.json"), "utf8")).imports;
    assert.strictEqual((await registry.brio(["update"])).code, 0);
    assert.deepStrictEqual(config(), { a: "npm:a@1.0.0", other: "npm:b@~1.0.0", r: "./r.ts" });
    const one = await registry.brio(["update", "--latest", "other"]);
    assert.strictEqual(one.code, 0, one.stderr);
    assert.deepStrictEqual(config(), { a: "npm:a@1.0.0", other: "npm:b@~2.0.0", r: "./r.ts" });
    assert.strictEqual((await registry.brio(["update", "--latest"])).code, 0);
    assert.deepStrictEqual(config(), { a: "npm:a@2.0.0", other: "npm:b@~2.0.0", r: "./r.ts" });
    const unknown = await registry.brio(["update", "none"]);
    assert.deepStrictEqual([unknown.code, /none is not an import/.test(unknown.stderr)], [1, true]);
  }),
  SECONDS_MAX,
);

test(
  "--min-dep-age says which age the versions must have that imports fetch",
  withRegistry(async (registry) => {
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const files = (text: string) => ({ "package/index.js": `module.exports = '${text}';` });
    registry.publish("a", {
      "1.0.0": { files: files("old") },
      "1.1.0": { files: files("new"), published: anHourAgo },
    });
    registry.write("deno.json", {});
    registry.write("main.ts", 'import a from "npm:a@1"; console.log(a);');
    const shown = async (flag: string): Promise<string> => {
      const env = { BRIO_PACKAGES: join(registry.folder, `store ${flag}`) };
      const run = await registry.brio(["run", "--no-lock", flag, "main.ts"], { env });
      return run.stdout.trim() || run.stderr;
    };
    assert.strictEqual(await shown("--min-dep-age=30"), "new");
    assert.strictEqual(await shown("--min-dep-age=PT2H"), "old");
    assert.strictEqual(await shown(`--min-dep-age=${new Date().toISOString()}`), "new");
    assert.strictEqual(await shown("--min-dep-age=2021-01-01"), "old");
    assert.match(await shown("--min-dep-age=soon"), /--min-dep-age/);
  }),
  SECONDS_MAX,
);

test(
  "dependencies of package.json are imports where nodeModulesDir lets Deno install them",
  withRegistry(async (registry) => {
    registry.publish("lib", { "1.0.0": { files: { "package/index.js": "module.exports = 'one';" } }, "2.0.0": {} });
    registry.write("package.json", { dependencies: { lib: "^1.0.0" } });
    registry.write("main.ts", 'import lib from "lib";\nconsole.log(lib);\n');
    for (const [manner, expected] of [
      ["auto", "one\n"],
      ["none", "one\n"],
      ["manual", ""],
    ] as const) {
      registry.write("deno.json", { nodeModulesDir: manner });
      const run = await registry.brio(["--as", "deno", "-A", "main.ts"]);
      assert.deepStrictEqual([run.code, run.stdout], [expected === "" ? 1 : 0, expected], `${manner}: ${run.stderr}`);
      const advice = 'Could not resolve "lib", but found it in a package.json.';
      assert.strictEqual(run.stderr.includes(advice), expected === "", run.stderr);
    }
    const lock = JSON.parse(readFileSync(join(registry.project, "deno.lock"), "utf8"));
    assert.deepStrictEqual(Object.values(lock.specifiers), ["1.0.0"]);
  }),
  SECONDS_MAX,
);
