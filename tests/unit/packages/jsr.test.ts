// Packages of JSR in programs of Deno, the folder `vendor`, and `add` and `remove` in a project with a `deno.json`. What is
// expected of lockfiles, names and messages is what Deno 2.9.6 writes.
import assert from "node:assert";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 40_000;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function serve(registry: TestRegistry, path: string, text: string, type: string): void {
  registry.answers.set(path, (_, response) => {
    response.setHeader("content-type", type);
    response.end(text);
  });
}

/** Publishes versions of a package of JSR. Returns the hash of the record of the last one. */
function publish(
  registry: TestRegistry,
  name: string,
  versions: Record<string, Record<string, string>>,
  exports: Record<string, string> = { ".": "./mod.ts" },
  yanked: string[] = [],
): string {
  let digest = "";
  const listed: Record<string, { yanked?: boolean }> = {};
  for (const [version, files] of Object.entries(versions)) {
    const manifest: Record<string, { size: number; checksum: string }> = {};
    for (const [path, text] of Object.entries(files)) {
      manifest[path] = { size: text.length, checksum: `sha256-${sha256(text)}` };
      serve(registry, `/${name}/${version}${path}`, text, "application/typescript");
    }
    const record = JSON.stringify({ manifest, exports });
    serve(registry, `/${name}/${version}_meta.json`, record, "application/json");
    digest = sha256(record);
    listed[version] = yanked.includes(version) ? { yanked: true } : {};
  }
  serve(registry, `/${name}/meta.json`, JSON.stringify({ versions: listed }), "application/json");
  return digest;
}

function publishTwo(registry: TestRegistry): { a: string; b: string } {
  const b = publish(registry, "@s/b", { "1.2.0": { "/mod.ts": 'export const b: string = "b12";' } });
  const files = {
    "/mod.ts": 'import { b } from "jsr:@s/b@^1.0.0"; import "./x.ts"; export const a = "a1" + b;',
    "/x.ts": "export default 1 as number;",
  };
  return { a: publish(registry, "@s/a", { "1.0.0": files }, { ".": "./mod.ts", "./x": "./x.ts" }), b };
}

const lockOf = (registry: TestRegistry) =>
  JSON.parse(readFileSync(join(registry.project, "deno.lock"), "utf8")) as Record<string, any>;

test(
  "jsr: specifiers lead to modules of the registry, and deno.lock has all packages with what they import",
  withRegistry(async (registry) => {
    const digests = publishTwo(registry);
    registry.write("deno.json", {});
    registry.write(
      "main.ts",
      `import { a } from "jsr:@s/a@1"; import x from "jsr:/@s/a@^1.0.0/x";
       const { b, ...rest } = await import("jsr:@s/b@1"); console.log(a, x, b, Object.keys(rest).length);`,
    );
    const env = { JSR_URL: registry.address };
    const run = await registry.brio(["main.ts"], { env });
    assert.deepStrictEqual([run.stdout, run.code], ["a1b12 1 b12 0\n", 0], run.stderr);
    const lock = lockOf(registry);
    assert.deepStrictEqual(lock.specifiers, { "jsr:@s/a@1": "1.0.0", "jsr:@s/b@1": "1.2.0" });
    assert.deepStrictEqual(lock.jsr, {
      "@s/a@1.0.0": { integrity: digests.a, dependencies: ["jsr:@s/b"] },
      "@s/b@1.2.0": { integrity: digests.b },
    });
    assert.strictEqual(lock.remote, undefined);
    const before = registry.requests.length;
    assert.strictEqual((await registry.brio(["--cached-only", "main.ts"], { env })).stdout, run.stdout);
    assert.strictEqual((await registry.brio(["--frozen", "main.ts"], { env })).stdout, run.stdout);
    assert.strictEqual(registry.requests.length, before);
  }),
  SECONDS_MAX,
);

test(
  "the highest version that fits and was not withdrawn is taken; a locked one stays; --reload sees new ones",
  withRegistry(async (registry) => {
    const module = (text: string) => ({ "/mod.ts": `console.log("${text}");` });
    const versions = { "1.0.0": module("100"), "1.1.0": module("110"), "1.2.0": module("120"), "2.0.0": module("2") };
    publish(registry, "@s/a", versions, undefined, ["1.2.0"]);
    const env = { JSR_URL: registry.address };
    registry.write("main.ts", 'import "jsr:@s/a@^1.0.0";');
    const print = async (...flags: string[]) =>
      (await registry.brio(["--as", "deno", ...flags, "main.ts"], { env })).stdout;
    assert.strictEqual(await print(), "110\n");
    publish(registry, "@s/a", { ...versions, "1.3.0": module("130") }, undefined, ["1.2.0"]);
    assert.strictEqual(await print(), "110\n");
    assert.strictEqual(await print("--reload=npm:"), "110\n");
    assert.strictEqual(await print("--reload=jsr:@s/a"), "130\n");
    registry.write("deno.json", {});
    registry.write("deno.lock", { version: "5", specifiers: { "jsr:@s/a@1": "1.0.0" }, jsr: { "@s/a@1.0.0": {} } });
    assert.strictEqual(await print(), "100\n");
  }),
  SECONDS_MAX,
);

test(
  "errors name the package, the range, the export and the file",
  withRegistry(async (registry) => {
    publishTwo(registry);
    const env = { JSR_URL: registry.address };
    const failure = async (specifier: string, ...flags: string[]) => {
      registry.write("main.ts", `import "${specifier}";`);
      const run = await registry.brio(["--as", "deno", ...flags, "main.ts"], { env });
      assert.deepStrictEqual([specifier, run.code], [specifier, 1], run.stdout);
      return run.stderr;
    };
    assert.match(
      await failure("jsr:@s/a@2"),
      /Could not find version of '@s\/a' that matches specified version constraint '2'/,
    );
    assert.match(
      await failure("jsr:@s/a@1/nope"),
      /Unknown export '\.\/nope' for '@s\/a@1\.0\.0'\.\n {2}Package exports:\n \* \.\n \* \.\/x/,
    );
    assert.match(await failure("jsr:@s/nope@1"), /JSR package not found: @s\/nope/);
    rmSync(join(registry.folder, "store"), { recursive: true });
    assert.ok(
      (await failure("jsr:@s/b", "--cached-only")).includes(
        `JSR package manifest for '@s/b' failed to load. Specifier not found in cache: "${registry.address}@s/b/meta.json", --cached-only is specified.`,
      ),
    );
    serve(registry, "/@s/b/1.2.0/mod.ts", "export const b = 'evil';", "application/typescript");
    assert.match(await failure("jsr:@s/b"), /Integrity check failed in package\. The package may have been tampered/);
  }),
  SECONDS_MAX,
);

function filesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return paths.sort();
}

test(
  "with `vendor` modules are files of the project, which the user may change",
  withRegistry(async (registry) => {
    publishTwo(registry);
    serve(
      registry,
      "/lib/mod.ts",
      'export const url: string = import.meta.url; import "./text.ts?v=1";',
      "text/typescript",
    );
    serve(registry, "/lib/text.ts?v=1", 'console.log("text");', "application/typescript");
    serve(registry, "/data", "export default 5 as number;", "application/typescript; charset=utf-8");
    registry.answers.set("/redir", (_, response) => void response.writeHead(302, { location: "/lib/mod.ts" }).end());
    const { address } = registry;
    registry.write("deno.json", { vendor: true });
    registry.write(
      "main.ts",
      `import { url } from "${address}redir"; import data from "${address}data"; import { a } from "jsr:@s/a@1";
       console.log(url, data, a);`,
    );
    const env = { JSR_URL: address };
    const run = await registry.brio(["main.ts"], { env });
    assert.deepStrictEqual([run.stdout, run.code], [`text\n${address}lib/mod.ts 5 a1b12\n`, 0], run.stderr);
    const host = `http_127.0.0.1_${new URL(address).port}`;
    assert.deepStrictEqual(filesIn(join(registry.project, "vendor")), [
      `${host}/#data_3a6eb.ts`,
      `${host}/@s/a/1.0.0/mod.ts`,
      `${host}/@s/a/1.0.0/x.ts`,
      `${host}/@s/a/1.0.0_meta.json`,
      `${host}/@s/a/meta.json`,
      `${host}/@s/b/1.2.0/mod.ts`,
      `${host}/@s/b/1.2.0_meta.json`,
      `${host}/@s/b/meta.json`,
      `${host}/lib/#text_a0aed.ts`,
      `${host}/lib/mod.ts`,
      "manifest.json",
    ]);
    assert.deepStrictEqual(JSON.parse(readFileSync(join(registry.project, "vendor/manifest.json"), "utf8")).modules, {
      [`${address}data`]: { headers: { "content-type": "application/typescript; charset=utf-8" } },
      [`${address}lib/text.ts?v=1`]: {},
      [`${address}redir`]: { headers: { location: "/lib/mod.ts" } },
    });
    // A new machine has neither the cache nor the network, and the user has changed something.
    rmSync(join(registry.folder, "store"), { recursive: true });
    registry.answers.clear();
    appendFileSync(join(registry.project, "vendor", host, "lib/mod.ts"), '\nconsole.log("changed");');
    appendFileSync(join(registry.project, "vendor", host, "@s/a/1.0.0/mod.ts"), '\nconsole.log("too");');
    const again = await registry.brio(["--cached-only", "main.ts"], { env });
    assert.strictEqual(again.stdout, `text\nchanged\ntoo\n${address}lib/mod.ts 5 a1b12\n`, again.stderr);
  }),
  SECONDS_MAX,
);

test(
  "add, install and remove change the imports of deno.json, and its lockfile",
  withRegistry(async (registry) => {
    publishTwo(registry);
    const files = { "index.js": "" };
    registry.publish("v", { "1.2.0": { files }, "1.2.3": { files }, "1.4.0": { files }, "2.1.0": { files } });
    registry.publish("w", { "1.0.0": { manifest: { dependencies: { v: "^1.0.0" } }, files } });
    registry.write("deno.json", '{\n  // the tasks\n  "tasks": {"x":"echo"}\n}\n');
    const env = { JSR_URL: registry.address };
    const brio = async (...args: string[]) => {
      const run = await registry.brio(args, { env });
      assert.strictEqual(run.code, 0, run.stderr);
      return run.stdout;
    };
    assert.match(
      await brio("add", "jsr:@s/b", "v", "npm:w@1", "foo@npm:v@1", "t@npm:v@~1.2.0", "e@npm:v@1.2.0"),
      /^\+ jsr:@s\/b@1\.2\.0\n\+ npm:v@2\.1\.0\n\+ npm:w@1\.0\.0\n\+ npm:v@1\.4\.0\n\+ npm:v@1\.2\.3\n/,
    );
    const config = () => readFileSync(join(registry.project, "deno.json"), "utf8");
    assert.strictEqual(
      config(),
      `{
  // the tasks
  "tasks": {"x":"echo"},
  "imports": {
    "@s/b": "jsr:@s/b@^1.2.0",
    "e": "npm:v@1.2.0",
    "foo": "npm:v@^1.4.0",
    "t": "npm:v@~1.2.3",
    "v": "npm:v@^2.1.0",
    "w": "npm:w@^1.0.0"
  }
}
`,
    );
    assert.ok(!existsSync(join(registry.project, "package.json")));
    const lock = lockOf(registry);
    assert.deepStrictEqual(lock.specifiers, {
      "jsr:@s/b@^1.2.0": "1.2.0",
      "npm:v@1.2.0": "1.2.0",
      "npm:v@^1.4.0": "1.4.0",
      "npm:v@^2.1.0": "2.1.0",
      "npm:v@~1.2.3": "1.2.3",
      "npm:w@1": "1.0.0",
    });
    assert.deepStrictEqual(lock.workspace, { dependencies: Object.keys(lock.specifiers) });
    await brio("remove", "@s/b", "t", "e");
    assert.deepStrictEqual(Object.keys(lockOf(registry).specifiers), ["npm:v@^1.4.0", "npm:v@^2.1.0", "npm:w@1"]);
    assert.strictEqual(lockOf(registry).jsr, undefined);
    registry.write("main.ts", 'import "v"; import "w"; import "foo"; console.log("runs");');
    rmSync(join(registry.folder, "store"), { recursive: true });
    assert.match(await brio("install"), /3 imports/);
    assert.strictEqual(await brio("--cached-only", "--frozen", "main.ts"), "runs\n");
    const before = config();
    for (const [args, expected] of [
      [["add", "npm:v@9"], /no version of v matches 9/],
      [["add", "jsr:@s/nope"], /JSR package not found: @s\/nope/],
      [["remove", "nope"], /nope is not an import/],
      [["add", "jsr:b"], /not a package specifier of npm or JSR/],
    ] as [string[], RegExp][]) {
      const run = await registry.brio(args, { env });
      assert.notStrictEqual(run.code, 0);
      assert.match(run.stderr, expected);
    }
    assert.strictEqual(config(), before);
    // With a package.json, too, packages of npm belong there.
    registry.write("package.json", { name: "app" });
    await brio("add", "jsr:@s/a", "v@1.2.0");
    assert.match(config(), /"@s\/a": "jsr:@s\/a@\^1\.0\.0"/);
    assert.strictEqual(
      JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8")).dependencies.v,
      "^1.2.0",
    );
    writeFileSync(join(registry.project, "deno.json"), "{");
    assert.match((await registry.brio(["add", "jsr:@s/a"], { env })).stderr, /EJSONPARSE/);
  }),
  SECONDS_MAX,
);
