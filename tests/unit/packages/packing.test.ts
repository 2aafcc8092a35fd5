// `pack`, `publish`, `link`, `patch`, `licenses`, `sbom`, `create`, `config`, `completions`.
import assert from "node:assert";
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

test(
  "pack takes what `files` lists, commands, the manifest and the license, and leaves out what never belongs",
  withRegistry(async (registry) => {
    registry.write("package.json", {
      name: "@s/lib",
      version: "1.2.3",
      files: ["dist", "!dist/secret.js"],
      bin: "cli.js",
      scripts: { prepack: "echo > dist/made.js" },
    });
    for (const path of ["dist/a.js", "dist/secret.js", "src/a.ts", "cli.js", "README.md", "LICENSE", "dist/.npmrc"]) {
      registry.write(path, "x\n");
    }
    const run = await registry.brio(["pack", "--json"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const [packed] = JSON.parse(run.stdout.slice(run.stdout.indexOf("[")));
    assert.deepStrictEqual(packed.files.map((file: { path: string }) => file.path).sort(), [
      "LICENSE",
      "README.md",
      "cli.js",
      "dist/a.js",
      "dist/made.js",
      "package.json",
    ]);
    assert.strictEqual(packed.filename, "s-lib-1.2.3.tgz");
    // What was packed can be installed.
    mkdirSync(join(registry.project, "user"));
    writeFileSync(join(registry.project, "user/package.json"), "{}");
    const cwd = join(registry.project, "user");
    const install = await registry.brio(["add", "../s-lib-1.2.3.tgz"], { cwd });
    assert.strictEqual(install.code, 0, install.stderr);
    assert.ok(existsSync(join(cwd, "node_modules/@s/lib/dist/made.js")));
    assert.ok((lstatSync(join(cwd, "node_modules/@s/lib/cli.js")).mode & 0o100) !== 0);
  }),
  SECONDS_MAX,
);

test(
  "publish sends the record and the tarball with the token, and --dry-run sends nothing",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "lib", version: "1.0.0", dependencies: { other: "workspace:^" } });
    registry.write("packages/other/package.json", { name: "other", version: "2.0.0" });
    registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
    let sent: { method: string | undefined; body: any; authorization: string | undefined } | undefined;
    registry.answers.set("/lib", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method, headers } = request;
        sent = { method, body: JSON.parse(Buffer.concat(chunks).toString()), authorization: headers.authorization };
        response.end("{}");
      });
    });
    const dry = await registry.brio(["publish", "--dry-run"]);
    assert.deepStrictEqual([dry.code, /would publish to .* with tag latest/.test(dry.stdout)], [0, true], dry.stderr);
    assert.strictEqual(sent, undefined);
    const refused = await registry.brio(["publish"]);
    assert.deepStrictEqual([refused.code, /ENEEDAUTH/.test(refused.stderr)], [1, true]);
    const host = registry.address.replace("http:", "");
    registry.write(".npmrc", `registry=${registry.address}\n${host}:_authToken=secret\n`);
    const run = await registry.brio(["publish", "--tag", "next"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual([sent!.method, sent!.authorization], ["PUT", "Bearer secret"]);
    assert.deepStrictEqual(sent!.body["dist-tags"], { next: "1.0.0" });
    assert.deepStrictEqual(sent!.body.versions["1.0.0"].dependencies, { other: "^2.0.0" });
    const attachment = sent!.body._attachments["lib-1.0.0.tgz"];
    assert.strictEqual(Buffer.from(attachment.data, "base64").length, attachment.length);
  }),
  SECONDS_MAX,
);

test(
  "link uses a package from its own folder until unlink",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    registry.write("own/package.json", { name: "a", version: "9.0.0", bin: "cli.js" });
    await registry.brio(["install"]);
    const env = { XDG_DATA_HOME: join(registry.folder, "data") };
    const version = () =>
      JSON.parse(readFileSync(join(registry.project, "node_modules/a/package.json"), "utf8")).version;
    assert.strictEqual((await registry.brio(["link"], { cwd: join(registry.project, "own"), env })).code, 0);
    assert.strictEqual((await registry.brio(["link", "a"], { env })).code, 0);
    assert.strictEqual(version(), "9.0.0");
    const unlink = await registry.brio(["unlink", "a"], { env });
    assert.strictEqual(unlink.code, 0, unlink.stderr);
    assert.strictEqual(version(), "1.0.0");
    assert.match((await registry.brio(["link", "unknown"], { env })).stderr, /no folder is known as unknown/);
  }),
  SECONDS_MAX,
);

test(
  "patch makes a patch from a changed copy, and every installation applies it",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { files: { "package/index.js": "one\ntwo\n" } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    await registry.brio(["install"]);
    const started = await registry.brio(["patch", "a", "--json"]);
    assert.strictEqual(started.code, 0, started.stderr);
    const { folder } = JSON.parse(started.stdout);
    writeFileSync(join(folder, "index.js"), "one\n2\n");
    const commit = await registry.brio(["patch", "--commit", folder]);
    assert.strictEqual(commit.code, 0, commit.stderr);
    const file = join(registry.project, "node_modules/a/index.js");
    assert.strictEqual(readFileSync(file, "utf8"), "one\n2\n");
    assert.match(readFileSync(join(registry.project, "patches/a@1.0.0.patch"), "utf8"), /^-two$/m);
    await registry.brio(["ci"]);
    assert.strictEqual(readFileSync(file, "utf8"), "one\n2\n");
    assert.match((await registry.brio(["cache", "verify"])).stdout, /0 were not/);
    registry.write("patches/a@1.0.0.patch", "diff --git a/index.js b/index.js\n@@ -1 +1 @@\n-other\n+x\n");
    const broken = await registry.brio(["install"]);
    assert.deepStrictEqual([broken.code, /EPATCH/.test(broken.stderr)], [1, true], broken.stderr);
  }),
  SECONDS_MAX,
);

test(
  "licenses and sbom describe what is installed",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { license: "MIT", dependencies: { b: "1" } } } });
    registry.publish("b", { "1.0.0": { manifest: { license: "ISC" } } });
    registry.write("package.json", { name: "app", version: "3.0.0", dependencies: { a: "1" } });
    await registry.brio(["install"]);
    assert.deepStrictEqual(JSON.parse((await registry.brio(["licenses", "--json"])).stdout), {
      ISC: [{ name: "b", version: "1.0.0" }],
      MIT: [{ name: "a", version: "1.0.0" }],
    });
    const cyclonedx = JSON.parse((await registry.brio(["sbom"])).stdout);
    assert.deepStrictEqual(
      [cyclonedx.bomFormat, cyclonedx.components.map((one: { purl: string }) => one.purl)],
      ["CycloneDX", ["pkg:npm/a@1.0.0", "pkg:npm/b@1.0.0"]],
    );
    assert.deepStrictEqual(cyclonedx.dependencies, [
      { ref: "app@3.0.0", dependsOn: ["a@1.0.0"] },
      { ref: "a@1.0.0", dependsOn: ["b@1.0.0"] },
      { ref: "b@1.0.0", dependsOn: [] },
    ]);
    const spdx = JSON.parse((await registry.brio(["sbom", "--sbom-format", "spdx"])).stdout);
    assert.deepStrictEqual([spdx.spdxVersion, spdx.packages.length, spdx.relationships.length], ["SPDX-2.3", 3, 3]);
  }),
  SECONDS_MAX,
);

test(
  "a bill of materials has the members of a workspace, and licenses as the formats know them",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { license: "MIT OR ISC" } } });
    registry.publish("b", { "1.0.0": { manifest: { license: "SEE LICENSE IN x" } } });
    registry.write("package.json", { name: "app", private: true, workspaces: ["packages/*"] });
    registry.write("packages/w/package.json", {
      name: "w",
      version: "2.0.0",
      license: "MIT",
      dependencies: { a: "1" },
    });
    registry.write("packages/w2/package.json", { name: "w2", version: "3.0.0", dependencies: { w: "*", b: "1" } });
    await registry.brio(["install"]);
    const { components, dependencies } = JSON.parse((await registry.brio(["sbom"])).stdout);
    const licenses = components.map((one: any) => [one["bom-ref"], one.licenses?.[0]]);
    assert.deepStrictEqual(licenses, [
      ["a@1.0.0", { expression: "MIT OR ISC" }],
      ["b@1.0.0", { license: { name: "SEE LICENSE IN x" } }],
      ["w@2.0.0", { license: { id: "MIT" } }],
      ["w2@3.0.0", undefined],
    ]);
    assert.deepStrictEqual(dependencies, [
      { ref: "app", dependsOn: ["w@2.0.0", "w2@3.0.0"] },
      { ref: "a@1.0.0", dependsOn: [] },
      { ref: "b@1.0.0", dependsOn: [] },
      { ref: "w@2.0.0", dependsOn: ["a@1.0.0"] },
      { ref: "w2@3.0.0", dependsOn: ["b@1.0.0", "w@2.0.0"] },
    ]);
    // Every element that a relation names is described.
    const spdx = JSON.parse((await registry.brio(["sbom", "--sbom-format", "spdx"])).stdout);
    const known = new Set(["SPDXRef-DOCUMENT", ...spdx.packages.map((one: any) => one.SPDXID)]);
    for (const one of spdx.relationships) assert.ok(known.has(one.relatedSpdxElement), one.relatedSpdxElement);
    const declared = Object.fromEntries(spdx.packages.map((one: any) => [one.name, one.licenseDeclared]));
    assert.deepStrictEqual([declared.a, declared.b, declared.w], ["MIT OR ISC", "NOASSERTION", "MIT"]);
  }),
  SECONDS_MAX,
);

test(
  "create runs the command of create-NAME",
  withRegistry(async (registry) => {
    registry.publish("create-thing", {
      "1.0.0": {
        manifest: { bin: "cli.js" },
        files: { "package/cli.js": "#!/usr/bin/env node\nconsole.log(process.argv.slice(2).join());\n" },
      },
    });
    const run = await registry.brio(["create", "thing", "here", "--template", "x"]);
    assert.deepStrictEqual([run.code, run.stdout], [0, "here,--template,x\n"], run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "config writes the user's .npmrc, and prints no token",
  withRegistry(async (registry) => {
    assert.strictEqual((await registry.brio(["config", "set", "save-exact", "true"])).code, 0);
    await registry.brio(["config", "set", "//r.test/:_authToken=secret"]);
    assert.strictEqual((await registry.brio(["config", "get", "save-exact"])).stdout, "true\n");
    const list = (await registry.brio(["config", "list"])).stdout;
    assert.deepStrictEqual([/save-exact = "true"/.test(list), list.includes("secret")], [true, false]);
    await registry.brio(["config", "delete", "save-exact"]);
    assert.strictEqual((await registry.brio(["config", "get", "save-exact"])).stdout, "undefined\n");
    assert.strictEqual((lstatSync(join(registry.folder, ".npmrc")).mode & 0o077).toString(8), "0");
  }),
  SECONDS_MAX,
);

test(
  "completions name every command",
  withRegistry(async (registry) => {
    const help = (await registry.brio(["help"])).stdout;
    const names = [...help.matchAll(/^ {2}brio ([a-z]+) /gm)]
      .map((match) => match[1]!)
      .filter((name) => name !== "brio");
    for (const shell of ["bash", "zsh", "fish"]) {
      const text = (await registry.brio(["completions", shell])).stdout;
      for (const name of names) {
        assert.ok(text.includes(name), `${shell}: ${name}`);
      }
    }
    assert.strictEqual((await registry.brio(["completions", "other"])).code, 2);
  }),
  SECONDS_MAX,
);

test(
  "completions of bash name words of commands, and scripts with colons",
  withRegistry(async (registry) => {
    registry.write("package.json", { scripts: { "build:one": "", "build:two": "" } });
    registry.write("complete.sh", (await registry.brio(["completions", "bash"])).stdout);
    const complete = async (line: string, ...words: string[]): Promise<string[]> => {
      const code = `source ./complete.sh; brio() { "${process.execPath}" "$@"; }
        COMP_WORDBREAKS=$' :'; COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}
        COMP_WORDS=(${words.join(" ")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _brio; echo "\${COMPREPLY[@]}"`;
      return (await registry.run("bash", ["-c", code])).stdout.trim().split(" ");
    };
    assert.deepStrictEqual(await complete("brio cache p", "brio", "cache", "p"), ["path", "prune"]);
    // Bash replaces what follows the colon.
    assert.deepStrictEqual(await complete("brio run build:o", "brio", "run", "build", ":", "o"), ["one"]);
    assert.deepStrictEqual(await complete("brio ci --off", "brio", "ci", "--off"), ["--offline"]);
  }),
  SECONDS_MAX,
);

test(
  "completions of bash name dependencies, members and the values of flags",
  withRegistry(async (registry) => {
    const lists = { dependencies: { "@s/one": "1", lodash: "4" }, devDependencies: { lint: "1" } };
    registry.write("package.json", { workspaces: ["packages/*"], ...lists });
    registry.write("packages/a/package.json", { name: "@m/a" });
    registry.write("packages/b/package.json", { name: "b" });
    registry.write("complete.sh", (await registry.brio(["completions", "bash"])).stdout);
    const complete = async (line: string): Promise<string[]> => {
      const code = `source ./complete.sh; brio() { "${process.execPath}" "$@"; }
        COMP_WORDBREAKS=$' =@:'; COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}
        COMP_WORDS=(\${COMP_LINE}x); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _brio; echo "\${COMPREPLY[@]}"`;
      return (await registry.run("bash", ["-c", code])).stdout.trim().split(" ");
    };
    assert.deepStrictEqual(await complete("brio remove l"), ["lint", "lodash"]);
    assert.deepStrictEqual(await complete("brio why @s"), ["s/one"]);
    assert.deepStrictEqual(await complete("brio run --filter "), ["@m/a", "b"]);
    assert.deepStrictEqual(await complete("brio add x -w b"), ["b"]);
    assert.deepStrictEqual(await complete("brio install --omit d"), ["dev"]);
    assert.deepStrictEqual(await complete("brio install --linker=i"), ["isolated"]);
    assert.deepStrictEqual(await complete("brio --as "), ["node", "bun", "deno"]);
    assert.deepStrictEqual(await complete("brio help outd"), ["outdated"]);
  }),
  SECONDS_MAX,
);

test(
  "completions of zsh register themselves when they are sourced",
  withRegistry(async (registry) => {
    const text = (await registry.brio(["completions", "zsh"])).stdout;
    assert.ok(text.startsWith("#compdef brio\n"));
    assert.ok(
      /if \[\[ "\$\{funcstack\[1\]\}" == _brio \]\]; then\n {2}_brio "\$@"\nelse\n {2}compdef _brio brio\nfi/.test(
        text,
      ),
    );
  }),
  SECONDS_MAX,
);
