// Files of `Deno`, as Deno 2.9.6 has them. Run with Deno or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const folder = Deno.makeTempDirSync({ prefix: "deno-files-" });
const file = `${folder}/f.txt`;
Deno.writeTextFileSync(file, "hello");
const missing = `${folder}/none`;

/** Name, code and message of what a call throws, with the folder as `~`. */
async function thrown(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error: any) {
    return `${error.name} ${error.code} ${error.message}`.replaceAll(folder, "~");
  }
  return "nothing";
}

test("errors name the operation and its paths", async () => {
  const cases: [() => unknown, string][] = [
    [() => Deno.stat(missing), "NotFound ENOENT No such file or directory (os error 2): stat '~/none'"],
    [() => Deno.mkdir(folder), "AlreadyExists EEXIST File exists (os error 17): mkdir '~'"],
    [
      () => Deno.rename(missing, `${folder}/h`),
      "NotFound ENOENT No such file or directory (os error 2): rename '~/none' -> '~/h'",
    ],
    [
      () => Deno.copyFile(missing, file),
      "NotFound ENOENT No such file or directory (os error 2): copy '~/none' -> '~/f.txt'",
    ],
    [() => Deno.readLink(file), "TypeError EINVAL Invalid argument (os error 22): readlink '~/f.txt'"],
    [() => Deno.readTextFile(folder), "IsADirectory EISDIR Is a directory (os error 21): readfile '~'"],
    [() => Deno.utimeSync(missing, 1, 1), "NotFound ENOENT No such file or directory (os error 2): utime '~/none'"],
    [() => Deno.chdir(missing), "NotFound ENOENT No such file or directory (os error 2): chdir '~/none'"],
    [
      () => Deno.writeTextFile(file, "x", { createNew: true }),
      "AlreadyExists EEXIST File exists (os error 17): writefile '~/f.txt'",
    ],
    [
      () => Deno.open(file, { create: true }),
      "Error undefined 'create' or 'createNew' options require 'write' or 'append' to be true",
    ],
    [() => Deno.open(file, { read: false }), "Error undefined 'options' requires at least one option to be true"],
  ];
  for (const [call, expected] of cases) assert.strictEqual(await thrown(call), expected);
});

test("a signal ends a call with its reason", async () => {
  const reason = new Error("enough");
  await assert.rejects(Deno.readTextFile(file, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
});

test("a folder that is not empty stays", async () => {
  await Deno.mkdir(`${folder}/a/b`, { recursive: true });
  assert.strictEqual(
    await thrown(() => Deno.remove(`${folder}/a`)),
    "Error ENOTEMPTY Directory not empty (os error 39): remove '~/a'",
  );
  await Deno.remove(`${folder}/a`, { recursive: true });
  assert.strictEqual(
    await thrown(() => Deno.lstat(`${folder}/a`)),
    "NotFound ENOENT No such file or directory (os error 2): lstat '~/a'",
  );
});

test("symbolic links, times, owners, modes, lengths", async () => {
  await Deno.symlink("f.txt", `${folder}/l`);
  assert.deepStrictEqual([Deno.readLinkSync(`${folder}/l`), Deno.lstatSync(`${folder}/l`).isSymlink], ["f.txt", true]);
  await Deno.utime(file, 1, new Date(2000));
  const { atime, mtime } = Deno.statSync(file);
  assert.deepStrictEqual([atime!.getTime(), mtime!.getTime()], [1000, 2000]);
  await Deno.chown(file, null, null);
  await Deno.truncate(file, 2);
  assert.strictEqual(Deno.readTextFileSync(file), "he");
  const before = Deno.umask(0o77);
  assert.deepStrictEqual([Deno.umask(), Deno.umask(before)], [0o77, 0o77]);
});

test("temporary files and folders have prefix and suffix", async () => {
  const made = await Deno.makeTempFile({ dir: folder, prefix: "p", suffix: ".s" });
  assert.match(made.slice(folder.length), /^\/p[0-9a-f]+\.s$/);
  assert.strictEqual(Deno.statSync(made).mode! & 0o777, 0o600);
  const madeFolder = Deno.makeTempDirSync({ dir: folder, prefix: "p", suffix: ".s" });
  assert.match(madeFolder.slice(folder.length), /^\/p[0-9a-f]+\.s$/);
  assert.ok(Deno.statSync(madeFolder).isDirectory);
  assert.match(await thrown(() => Deno.makeTempFile({ dir: missing })), /^NotFound/);
});

test("an invalid mode of a seek is named", async () => {
  using open = Deno.openSync(`${folder}/seek`, { write: true, create: true });
  for (const [mode, message] of [
    [7, "Invalid seek mode: 7"],
    [-1, "Invalid seek mode: -1"],
    ["1", "expected i32"],
  ] as const) {
    const expected = { name: "TypeError", message };
    assert.throws(() => open.seekSync(0, mode as never), expected);
    await assert.rejects(() => open.seek(0, mode as never), expected);
  }
});

test("an open file reads, writes, seeks, truncates, locks and flushes", async () => {
  const open = await Deno.open(`${folder}/open`, { read: true, write: true, create: true, truncate: true });
  assert.strictEqual(await open.write(new TextEncoder().encode("hello world")), 11);
  assert.deepStrictEqual(
    [
      await open.seek(0, Deno.SeekMode.Start),
      await open.read(new Uint8Array(5)),
      open.seekSync(-2, Deno.SeekMode.End),
      open.readSync(new Uint8Array(9)),
      open.readSync(new Uint8Array(9)),
    ],
    [0, 5, 9, 2, null],
  );
  await open.truncate(3);
  await open.sync();
  await open.syncData();
  await open.utime(1, 2);
  assert.deepStrictEqual(
    [(await open.stat()).size, (await open.stat()).mtime!.getTime(), open.isTerminal()],
    [3, 2000, false],
  );
  await open.lock(true);
  const other: any = await Deno.open(`${folder}/open`);
  assert.strictEqual(other.tryLockSync(true), false);
  await open.unlock();
  assert.strictEqual(await other.tryLock(true), true);
  other.close();
  open.close();
  assert.strictEqual(await thrown(() => open.readSync(new Uint8Array(1))), "BadResource undefined Bad resource ID");
  assert.strictEqual(await thrown(() => open.close()), "BadResource undefined Bad resource ID");
});

test("a stream is written completely", async () => {
  await Deno.writeFile(`${folder}/stream`, new Blob(["abc"]).stream());
  assert.strictEqual(Deno.readTextFileSync(`${folder}/stream`), "abc");
});

test("watchFs reports what is created, changed and removed", async () => {
  const watched = Deno.makeTempDirSync();
  const watcher = Deno.watchFs(watched);
  setTimeout(() => Deno.writeTextFileSync(`${watched}/w`, "x"), 20);
  setTimeout(() => Deno.removeSync(`${watched}/w`), 80);
  setTimeout(() => watcher.close(), 200);
  const kinds: string[] = [];
  for await (const { kind, paths, flag } of watcher as any) {
    assert.deepStrictEqual([paths, flag], [[`${watched}/w`], null]);
    if (kind !== "access") kinds.push(kind);
  }
  assert.deepStrictEqual([kinds[0], kinds[kinds.length - 1]], ["create", "remove"]);
  Deno.removeSync(watched);
  assert.strictEqual(await thrown(() => Deno.watchFs(missing)), "NotFound undefined No path was found.");
  Deno.removeSync(folder, { recursive: true });
});

test("watchFs reports a renaming within the folder with both paths, also over another file", async () => {
  const watched = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${watched}/old`, "x");
  Deno.writeTextFileSync(`${watched}/target`, "y");
  const watcher = Deno.watchFs(watched);
  const events: [string, string[]][] = [];
  setTimeout(() => Deno.renameSync(`${watched}/old`, `${watched}/new`), 20);
  setTimeout(() => Deno.renameSync(`${watched}/new`, `${watched}/target`), 100);
  setTimeout(() => watcher.close(), 250);
  for await (const { kind, paths } of watcher) events.push([kind, paths.map((path) => path.slice(watched.length + 1))]);
  assert.deepStrictEqual(events, [
    ["remove", ["old"]],
    ["rename", ["new"]],
    ["rename", ["old", "new"]],
    ["remove", ["new"]],
    ["rename", ["target"]],
    ["rename", ["new", "target"]],
  ]);
  Deno.removeSync(watched, { recursive: true });
});

test("watchFs watches folders with circular links", async () => {
  const watched = Deno.makeTempDirSync();
  Deno.mkdirSync(`${watched}/a`);
  Deno.symlinkSync("..", `${watched}/a/loop`);
  Deno.symlinkSync("self", `${watched}/self`);
  const watcher = Deno.watchFs(watched);
  setTimeout(() => Deno.writeTextFileSync(`${watched}/a/f`, "x"), 20);
  const { value } = await watcher[Symbol.asyncIterator]().next();
  assert.deepStrictEqual(value!.paths, [`${watched}/a/f`]);
  watcher.close();
  Deno.removeSync(watched, { recursive: true });
});
