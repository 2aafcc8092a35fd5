// `Bun.Archive`. The expected values are those of Bun 1.4.5.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const Archive: any = Bun.Archive;
const folder = mkdtempSync(join(tmpdir(), "archive-"));
const at = (name: string): string => join(folder, name);

const tree = (path: string): string[] => (readdirSync(path, { recursive: true }) as string[]).sort();

async function failure(run: () => unknown): Promise<any> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const FILES = {
  "hello.txt": "Hello",
  "folder/é.txt": "ünï",
  bytes: new Uint8Array([1, 2, 3]),
  buffer: new ArrayBuffer(2),
  blob: new Blob(["bb"]),
  view: new Uint16Array([1, 2]),
  empty: "",
};

test("an archive of an object has its files", async () => {
  const files = await new Archive(FILES).files();
  const entries = [...files].map(([path, file]: any) => [path, file.name, file.size]);
  assert.deepStrictEqual(entries, [
    ["hello.txt", "hello.txt", 5],
    ["folder/é.txt", "folder/é.txt", 5],
    ["bytes", "bytes", 3],
    ["buffer", "buffer", 2],
    ["blob", "blob", 2],
    ["view", "view", 4],
    ["empty", "empty", 0],
  ]);
  assert.strictEqual(await files.get("folder/é.txt").text(), "ünï");
  assert.ok(files.get("empty") instanceof File);
  assert.ok(Math.abs(files.get("empty").lastModified - Date.now()) < 60_000);
});

test("bytes are a tar archive as others read it", async () => {
  const bytes = await new Archive({ "hello.txt": "Hello" }).bytes();
  assert.strictEqual(bytes.length, 10240);
  const header = Buffer.from(bytes.subarray(0, 512)).toString("latin1");
  assert.strictEqual(header.slice(0, 136), `hello.txt${"\0".repeat(91)}000644 \x00000000 \x00000000 \x0000000000005 `);
  assert.strictEqual(header.slice(154, 157), "\0 0");
  assert.strictEqual(header.slice(257, 265), "ustar\x0000");
  const long = { ["d/".repeat(60) + "f"]: "1", ["x".repeat(150)]: "2", ["p/".repeat(130) + "é"]: "3" };
  writeFileSync(at("long.tar"), await new Archive(long).bytes());
  const environment = { ...process.env, LC_ALL: "C.UTF-8" };
  const listed = execFileSync("tar", ["tf", at("long.tar"), "--quoting-style=literal"], { env: environment });
  assert.deepStrictEqual(listed.toString().trim().split("\n"), Object.keys(long));
  assert.deepStrictEqual([...(await new Archive(await new Archive(long).bytes()).files()).keys()], Object.keys(long));
});

test("gzip is written on request and read without", async () => {
  const archive = new Archive({ a: "x" }, { compress: "gzip", level: 12 });
  const bytes = await archive.bytes();
  assert.deepStrictEqual([bytes[0], bytes[1]], [0x1f, 0x8b]);
  assert.ok(bytes.length < 300);
  assert.strictEqual(await (await new Archive(bytes).files()).get("a").text(), "x");
  const blob = await archive.blob();
  assert.deepStrictEqual([blob.size, blob.type], [bytes.length, ""]);
  assert.strictEqual((await new Archive(blob).files()).size, 1);
});

test("data is copied when the archive is made", async () => {
  const bytes = new Uint8Array([65]);
  const archive = new Archive({ a: bytes });
  bytes[0] = 66;
  assert.strictEqual(await (await archive.files()).get("a").text(), "A");
});

test("patterns select files", async () => {
  const archive = new Archive({ "a.ts": "", "b.js": "", "d/c.ts": "", "d/e/f.js": "" });
  const selected = async (glob?: unknown): Promise<string> => [...(await archive.files(glob)).keys()].join(" ");
  assert.strictEqual(await selected("*.ts"), "a.ts");
  assert.strictEqual(await selected("**/*.ts"), "a.ts d/c.ts");
  assert.strictEqual(await selected(["**/*.ts", "!d/**"]), "a.ts");
  assert.strictEqual(await selected("!**/*.ts"), "b.js d/e/f.js");
  assert.strictEqual(await selected("nothing"), "");
  assert.strictEqual(await selected([]), "a.ts b.js d/c.ts d/e/f.js");
  assert.strictEqual(await archive.extract(at("globbed"), { glob: ["**", "!d/**"] }), 2);
  assert.deepStrictEqual(tree(at("globbed")), ["a.ts", "b.js"]);
});

test("extract makes files, folders and links of an archive of tar", async () => {
  const script =
    "mkdir -p src/sub/empty; echo x > src/run; chmod 755 src/run; echo r > src/ro; chmod 400 src/ro; ln -s run src/link;" +
    "ln -s /etc/passwd src/absolute; touch -d 2001-02-03T00:00Z src/run; tar cf gnu.tar src; tar c --format=posix -f pax.tar src";
  execFileSync("sh", ["-c", script], { cwd: folder });
  for (const kind of ["gnu", "pax"]) {
    const archive = new Archive(readFileSync(at(`${kind}.tar`)));
    await archive.extract(at(`${kind}/deep`));
    const made = ["src", "src/link", "src/ro", "src/run", "src/sub", "src/sub/empty"];
    assert.deepStrictEqual(tree(at(`${kind}/deep`)), made);
    assert.strictEqual(readlinkSync(at(`${kind}/deep/src/link`)), "run");
    const modeOf = (path: string): number => lstatSync(at(`${kind}/deep/src/${path}`)).mode & 0o777;
    assert.deepStrictEqual([modeOf("run"), modeOf("ro")], [0o755, 0o644]);
    const files = await archive.files();
    assert.deepStrictEqual([...files.keys()].sort(), ["src/ro", "src/run"]);
    assert.strictEqual(files.get("src/run").lastModified, Date.UTC(2001, 1, 3));
  }
});

test("no entry leads out of the folder", async () => {
  const paths: Record<string, string> = { "/root": "root", "../../up": "up", "a/../b": "b", "./c": "c" };
  for (const path of Object.keys(paths)) {
    const target = mkdtempSync(join(folder, "inside-"));
    assert.strictEqual(await new Archive({ [path]: "x" }).extract(target), 1);
    assert.deepStrictEqual(tree(target), [paths[path]]);
  }
});

test("write makes a file of data or of an archive", async () => {
  assert.strictEqual(await Archive.write(at("w.tar"), { a: "b" }), undefined);
  assert.strictEqual(readFileSync(at("w.tar")).length, 10240);
  await Archive.write(at("w.tgz"), new Archive({ a: "b" }, { compress: "gzip" }));
  assert.strictEqual(readFileSync(at("w.tgz"))[0], 0x1f);
  assert.strictEqual(await Bun.write(at("bw.tar"), new Archive({ a: "b" })), 10240);
  const error = await failure(() => Archive.write(at("missing/w.tar"), { a: "b" }));
  assert.strictEqual(error.code, "ENOENT");
});

test("what is not an archive is refused", async () => {
  const refused: [Uint8Array, string][] = [
    [new Uint8Array([1, 2, 3]), "Unrecognized archive format"],
    [new Uint8Array(2000).fill(65), "Unrecognized archive format"],
    [new Uint8Array(0), "Unrecognized archive format"],
    [
      (await new Archive({ a: "x".repeat(5000) }).bytes()).subarray(0, 1000),
      "Truncated tar archive detected while reading data",
    ],
  ];
  for (const [bytes, message] of refused)
    assert.strictEqual((await failure(() => new Archive(bytes).files())).message, message);
  assert.strictEqual((await new Archive(new Uint8Array(1024)).files()).size, 0);
});

test("arguments are checked", async () => {
  const archive = new Archive({ a: "b" });
  const messages: [() => unknown, string][] = [
    [() => new Archive(), "Expected an object, Blob, TypedArray, or ArrayBuffer"],
    [() => new Archive("x"), "Expected an object, Blob, TypedArray, or ArrayBuffer"],
    [() => new Archive({}, 1), "Archive: options must be an object"],
    [() => new Archive({}, { compress: "zip" }), 'Archive: compress option must be "gzip"'],
    [() => new Archive({}, { compress: true }), "Archive: compress option must be a string"],
    [() => new Archive({}, { compress: "gzip", level: "9" }), "Archive: level must be a number"],
    [() => new Archive({}, { compress: "gzip", level: 13 }), "Archive: level must be between 1 and 12"],
    [() => archive.files(1), "Archive.files: glob must be a string or array of strings"],
    [() => archive.files([1]), "Archive.files: glob array must contain only strings"],
    [() => archive.extract(), "Archive.extract requires a path argument"],
    [() => archive.extract("x", 1), "Archive.extract: second argument must be an options object"],
    [() => archive.extract("x", { glob: 1 }), "Archive.extract: glob must be a string or array of strings"],
    [() => Archive.write(1, {}), "Archive.write: first argument must be a string path"],
    [() => Archive.write("x"), "Expected an object, Blob, TypedArray, ArrayBuffer, or Archive"],
  ];
  for (const [run, message] of messages) {
    const error = await failure(run);
    assert.deepStrictEqual([error.name, error.code, error.message], ["TypeError", "ERR_INVALID_ARG_TYPE", message]);
  }
});
