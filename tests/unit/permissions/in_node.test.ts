// Node's permission model. The expected values are those of Node.js 26.10.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-node-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(`${folder}/other.cjs`, "module.exports = 1;");
mkdirSync(`${folder}/open`);
writeFileSync(`${folder}/open/a.txt`, "text");
let count = 0;

/** Runs `code` with `flags`; what it passes to `print`. */
function run(flags: string[], code: string): unknown[] {
  const file = `${folder}/program${count++}.cjs`;
  writeFileSync(
    file,
    `const print = (...values) => console.log(JSON.stringify(values));
    const attempt = (call) => { try { print("done", call()); } catch (error) { print(error.code, error.message, error.permission, error.resource); } };\n${code}`,
  );
  const result = spawnSync(process.execPath, ["--no-warnings", "--permission", ...flags, file], {
    encoding: "utf8",
    timeout: 9000,
  });
  assert.strictEqual(result.stderr, "");
  return result.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const refused = (flag: string, permission: string, resource: string): unknown[] => [
  "ERR_ACCESS_DENIED",
  `Access to this API has been restricted. Use ${flag} to manage permissions.`,
  permission,
  resource,
];

test("functions are refused with the flag, the permission and the resource", () => {
  const found = run(
    [],
    `
    const fs = require("node:fs");
    attempt(() => fs.readFileSync("/etc/hostname").length);
    attempt(() => fs.statSync("/etc/hostname").size);
    attempt(() => fs.openSync("${folder}/new", "w"));
    attempt(() => fs.mkdirSync("${folder}/new"));
    attempt(() => fs.unlinkSync("${folder}/open/a.txt"));
    attempt(() => fs.opendirSync("/etc"));
    attempt(() => fs.watch("/etc"));
    attempt(() => process.chdir("/etc"));
    attempt(() => require("./other.cjs"));
    attempt(() => require("node:child_process").spawnSync("ls").pid);
    attempt(() => new (require("node:worker_threads").Worker)("", { eval: true }).threadId);
    attempt(() => new (require("node:wasi").WASI)({ version: "preview1" }) !== null);`,
  );
  assert.deepStrictEqual(found, [
    refused("--allow-fs-read", "FileSystemRead", "/etc/hostname"),
    refused("--allow-fs-read", "FileSystemRead", "/etc/hostname"),
    refused("--allow-fs-write", "FileSystemWrite", `${folder}/new`),
    refused("--allow-fs-write", "FileSystemWrite", `${folder}/new`),
    refused("--allow-fs-write", "FileSystemWrite", `${folder}/open/a.txt`),
    refused("--allow-fs-read", "FileSystemRead", "/etc"),
    refused("--allow-fs-read", "FileSystemRead", "/etc"),
    refused("--allow-fs-read", "FileSystemRead", "/etc"),
    refused("--allow-fs-read", "FileSystemRead", `${folder}/other.cjs`),
    refused("--allow-child-process", "ChildProcess", "ls"),
    refused("--allow-worker", "WorkerThreads", ""),
    refused("--allow-wasi", "WASI", ""),
  ]);
});

test("the callbacks and promises of functions get the refusal", () => {
  const found = run(
    [],
    `
    const fs = require("node:fs");
    fs.readFile("/etc/hostname", (error) => print("callback", error.code, error.resource));
    fs.promises.readFile("/etc/hostname").catch((error) => print("promise", error.code, error.resource));
    require("node:net").connect(1, "127.0.0.1").on("error", (error) => print("net", error.code));
    require("node:dns").lookup("localhost", (error) => print("dns", error.code));`,
  );
  assert.deepStrictEqual(
    found.map((line) => JSON.stringify(line)).sort(),
    [
      ["callback", "ERR_ACCESS_DENIED", "/etc/hostname"],
      ["dns", "ERR_ACCESS_DENIED"],
      ["net", "ERR_ACCESS_DENIED"],
      ["promise", "ERR_ACCESS_DENIED", "/etc/hostname"],
    ].map((line) => JSON.stringify(line)),
  );
});

test("the program itself can be read, a granted folder and what is below it, and nothing else", () => {
  const found = run(
    [`--allow-fs-read=${folder}/open`, `--allow-fs-read=${folder}/oth*`],
    `
    const fs = require("node:fs");
    attempt(() => fs.readFileSync(__filename).length > 0);
    attempt(() => fs.readFileSync("${folder}/open/a.txt", "utf8"));
    attempt(() => require("./other.cjs"));
    print(["fs", "fs.read", "fs.write", "child", "worker", "wasi", "net", "addon", "inspector", "nothing"].map((scope) => process.permission.has(scope)));
    print(process.permission.has("fs.read", "${folder}/open/b"), process.permission.has("fs.read", "${folder}"), process.permission.has("fs.write", "${folder}/open"));`,
  );
  assert.deepStrictEqual(found, [
    ["done", true],
    ["done", "text"],
    ["done", 1],
    [[false, false, false, false, false, false, false, false, false, false]],
    [true, false, false],
  ]);
});

test("the file behind a link that a flag names is granted by the name of the link only", () => {
  const link = `${folder}/named-link`;
  symlinkSync("/etc/hostname", link);
  const found = run(
    [`--allow-fs-read=${link}`, `--allow-fs-write=${link}`],
    `
    const fs = require("node:fs");
    print(process.permission.has("fs.read", "${link}"), process.permission.has("fs.read", "/etc/hostname"));
    attempt(() => fs.readFileSync("${link}").length > 0);
    attempt(() => fs.statSync("${link}").size > 0);
    attempt(() => fs.readlinkSync("${link}"));
    attempt(() => fs.readFileSync("/etc/hostname").length);
    attempt(() => fs.unlinkSync("${link}"));`,
  );
  assert.deepStrictEqual(found, [
    [true, false],
    ["done", true],
    ["done", true],
    ["done", "/etc/hostname"],
    refused("--allow-fs-read", "FileSystemRead", "/etc/hostname"),
    ["done", null],
  ]);
});

test("links below a granted folder lead nowhere else, in each form of a function", () => {
  // Node follows them (docs/internals/permissions.md).
  mkdirSync(`${folder}/linked/real`, { recursive: true });
  writeFileSync(`${folder}/linked/real/a.txt`, "text");
  symlinkSync("real", `${folder}/linked/inside`);
  symlinkSync("/etc", `${folder}/linked/outside`);
  const found = run(
    [`--allow-fs-read=${folder}/linked`, `--allow-fs-write=${folder}/linked`],
    `
    const fs = require("node:fs");
    process.chdir("${folder}/linked");
    (async () => {
      for (const at of ["inside", "${folder}/linked/inside", "./real/../inside"]) {
        attempt(() => [fs.readFileSync(at + "/a.txt", "utf8"), fs.statSync(at + "/a.txt").size, fs.lstatSync(at + "/a.txt").size, fs.readdirSync(at), fs.accessSync(at + "/a.txt")].join());
        print(await fs.promises.readFile(at + "/a.txt", "utf8"), (await fs.promises.stat(at + "/a.txt")).size, await fs.promises.readdir(at));
        fs.writeFileSync(at + "/b.txt", "b"); fs.chmodSync(at + "/b.txt", 0o600); fs.utimesSync(at + "/b.txt", 1, 1); fs.renameSync(at + "/b.txt", at + "/c.txt");
        fs.mkdirSync(at + "/d/e", { recursive: true }); fs.rmdirSync(at + "/d/e"); fs.rmSync(at + "/d", { recursive: true }); fs.unlinkSync(at + "/c.txt");
      }
      const calls = ["readFile", "stat", "lstat", "access", "readdir", "opendir", "open", "chmod", "utimes", "rm", "mkdir", "writeFile", "truncate", "copyFile"];
      const arguments_ = { chmod: [0o600], utimes: [1, 1], writeFile: ["x"], copyFile: ["./copy"], open: ["r+"] };
      for (const name of calls) for (const at of ["outside/hostname", "${folder}/linked/outside/hostname"]) {
        const more = arguments_[name] ?? [];
        const codes = [];
        try { fs[name + "Sync"](at, ...more); } catch (error) { codes.push(error.code, error.resource === at); }
        await fs.promises[name](at, ...more).catch((error) => codes.push(error.code, error.resource === at));
        await new Promise((resolve) => fs[name](at, ...more, (error) => { codes.push(error.code, error.resource === at); resolve(); })).catch((error) => codes.push(error.code, error.resource === at));
        print(name, codes.join());
      }
    })();`,
  );
  const works = [
    ["done", "text,4,4,a.txt,"],
    ["text", 4, ["a.txt"]],
  ];
  const refusedOnce = "ERR_ACCESS_DENIED,true";
  assert.deepStrictEqual(found.slice(0, 6), [...works, ...works, ...works]);
  for (const [name, codes] of found.slice(6) as string[][])
    assert.strictEqual(codes, [refusedOnce, refusedOnce, refusedOnce].join(), name);
  assert.strictEqual(found.length, 6 + 28);
});

test("a compile cache that may not be written and read is not used", () => {
  mkdirSync(`${folder}/cache`);
  const trace = (flags: string[]): string =>
    spawnSync(process.execPath, ["--no-warnings", "--permission", ...flags, `${folder}/other.cjs`], {
      encoding: "utf8",
      env: { ...process.env, NODE_COMPILE_CACHE: `${folder}/cache`, NODE_DEBUG_NATIVE: "COMPILE_CACHE" },
    }).stderr;
  const skipped = (kind: string): RegExp =>
    new RegExp(`Skipping compile cache because ${kind} permission for .*/cache.* is not granted`);
  assert.match(trace([`--allow-fs-read=${folder}`]), skipped("write"));
  assert.match(trace([`--allow-fs-write=${folder}/cache`]), skipped("read"));
  assert.deepStrictEqual(readdirSync(`${folder}/cache`), []);
  assert.match(trace([`--allow-fs-read=${folder}`, `--allow-fs-write=${folder}/cache`]), /writing cache for .*success/);
});

test("a permission that was dropped is gone", () => {
  const found = run(
    ["--allow-fs-read=*"],
    `
    print(process.permission.has("fs.read", "/etc"));
    process.permission.drop("fs.read");
    print(process.permission.has("fs.read", "/etc"));
    attempt(() => require("node:fs").readFileSync("/etc/hostname").length);`,
  );
  assert.deepStrictEqual(found, [[true], [false], refused("--allow-fs-read", "FileSystemRead", "/etc/hostname")]);
});

test("symlink and the functions that change an open file are refused", () => {
  const found = run(
    ["--allow-fs-read=*", `--allow-fs-write=${folder}/open`],
    `
    const fs = require("node:fs");
    attempt(() => fs.symlinkSync("/etc", "${folder}/open/link"));
    const fd = fs.openSync("${folder}/open/a.txt", "r");
    attempt(() => fs.fchmodSync(fd, 0o600));
    attempt(() => fs.fchownSync(fd, 1, 1));
    attempt(() => fs.futimesSync(fd, 1, 1));`,
  );
  assert.deepStrictEqual(
    (found as unknown[][]).map(([code, message]) => [code, message]),
    [
      ["ERR_ACCESS_DENIED", "fs.symlink API requires full fs.read and fs.write permissions."],
      ["ERR_ACCESS_DENIED", "fchmod API is disabled when Permission Model is enabled."],
      ["ERR_ACCESS_DENIED", "fchown API is disabled when Permission Model is enabled."],
      ["ERR_ACCESS_DENIED", "futimes API is disabled when Permission Model is enabled."],
    ],
  );
});

test("a flag without --permission is an error, and there is no process.permission without it", () => {
  const missing = spawnSync(process.execPath, ["--allow-fs-read=/tmp", "-e", "1"], { encoding: "utf8" });
  assert.match(missing.stderr, /--permission is required/);
  assert.notStrictEqual(missing.status, 0);
  const plain = spawnSync(process.execPath, ["-p", "process.permission"], { encoding: "utf8" });
  assert.strictEqual(plain.stdout, "undefined\n");
});

test("with --permission-audit nothing is refused, and WASI and addons are reached", () => {
  const file = `${folder}/audited.cjs`;
  writeFileSync(
    file,
    `new (require("node:wasi").WASI)({ version: "preview1" });
    try { process.dlopen({ exports: {} }, "/missing.node"); } catch (error) { console.log(error.code); }`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", "--permission-audit", file], {
    encoding: "utf8",
  });
  assert.deepStrictEqual([stdout, stderr], ["ERR_DLOPEN_FAILED\n", ""]);
});

test("a refusal of the inspector names the operation", () => {
  const code = 'attempt(() => new (require("node:inspector").Session)().connect());';
  assert.deepStrictEqual(run([], code), [refused("--allow-inspector", "Inspector", "Connect")]);
});
