// sessionStorage in the process, localStorage in a file.
import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const storage: any = (globalThis as any).sessionStorage;

test("pairs are text, and properties too", () => {
  storage.clear();
  storage.setItem("a", 1);
  storage.b = { toString: () => "two" };
  assert.deepStrictEqual([storage.getItem("a"), storage.a, storage.getItem("b"), storage.length], ["1", "1", "two", 2]);
  assert.deepStrictEqual(
    [storage.getItem("c"), storage.c, storage.removeItem("c"), delete storage.c],
    [null, undefined, undefined, true],
  );
  assert.deepStrictEqual(
    ["a" in storage, "c" in storage, Object.hasOwn(storage, "a"), Object.hasOwn(storage, "getItem")],
    [true, false, true, false],
  );
  assert.deepStrictEqual(Object.entries(storage), [
    ["a", "1"],
    ["b", "two"],
  ]);
  assert.strictEqual(JSON.stringify(storage), '{"a":"1","b":"two"}');
  assert.strictEqual(inspect(storage), "Storage { a: '1', b: 'two' }");
  delete storage.a;
  storage.removeItem("b");
  assert.strictEqual(storage.length, 0);
});

test("members of the class are not hidden by pairs", () => {
  storage.clear();
  storage.length = 5;
  storage.setItem("getItem", "x");
  storage.__proto__ = 1;
  assert.deepStrictEqual(
    [storage.length, typeof storage.getItem, storage.getItem("length"), storage.getItem("__proto__")],
    [3, "function", "5", "1"],
  );
});

test("names have an order, any string is a name, and symbols are not", () => {
  storage.clear();
  for (const name of ["b", "a", "10", "9", "", "\0", "\u{1f600}", "\ud800"]) storage.setItem(name, name);
  assert.deepStrictEqual(Object.keys(storage), ["", "\0", "\ud800", "10", "9", "\u{1f600}", "a", "b"]);
  for (const name of Object.keys(storage)) assert.strictEqual(storage.getItem(name), name);
  assert.deepStrictEqual([storage.key(0), storage.key("3"), storage.key(99), storage.key(-1)], ["", "10", null, null]);
  const symbol = Symbol("s");
  storage[symbol] = 1;
  assert.deepStrictEqual([storage[symbol], Object.getOwnPropertySymbols(storage)], [1, []]);
});

test("arguments are counted, and a quota holds", () => {
  storage.clear();
  const missing = (count: string, name: string) => ({
    name: "TypeError",
    code: "ERR_MISSING_ARGS",
    message: `Failed to execute '${name}' on 'Storage': ${count} required`,
  });
  assert.throws(() => storage.setItem("a"), missing("2 arguments", "setItem"));
  assert.throws(() => storage.getItem(), missing("1 argument", "getItem"));
  assert.throws(() => storage.setItem("a", "x".repeat(6 << 20)), {
    name: "QuotaExceededError",
    code: 22,
    message: "Setting the value exceeded the quota",
  });
  assert.throws(() => storage.setItem("a", "x".repeat(6 << 20)), (globalThis as any).QuotaExceededError);
  assert.deepStrictEqual([storage.getItem("a"), storage.length], [null, 0]);
  const { Storage } = globalThis as any;
  assert.throws(() => new Storage(), {
    name: "Error",
    code: "ERR_ILLEGAL_CONSTRUCTOR",
    message: "Illegal constructor",
  });
  assert.throws(() => Storage.prototype.getItem.call({}, "a"), { name: "TypeError", message: "Illegal invocation" });
  assert.ok(storage instanceof Storage);
});

function run(flags: string[], program: string): string {
  return execFileSync(process.execPath, [...flags, "-p", program], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

test("localStorage persists in its file", () => {
  const folder = mkdtempSync(join(tmpdir(), "storage-"));
  const flags = [`--localstorage-file=${join(folder, "pairs.db")}`];
  run(flags, "localStorage.setItem('a', '\\u00e9\\ud800')");
  assert.strictEqual(run(flags, "escape(localStorage.a) + localStorage.length"), "%E9%uD8001");
  writeFileSync(join(folder, "junk.db"), "this is no database, but longer than the head of one would be");
  assert.strictEqual(
    run(
      [`--localstorage-file=${join(folder, "junk.db")}`],
      "try { localStorage.getItem('a') } catch (error) { error.code + ' ' + error.message }",
    ),
    "ERR_INVALID_STATE file is not a database",
  );
  assert.strictEqual(
    run(
      [`--localstorage-file=${join(folder, "none", "x.db")}`],
      "try { localStorage.getItem('a') } catch (error) { error.message }",
    ),
    "unable to open database file",
  );
  rmSync(folder, { recursive: true });
});

test("without a file localStorage is undefined, and flags remove all of it", () => {
  assert.strictEqual(run([], "'localStorage' in globalThis && localStorage === undefined"), "true");
  assert.strictEqual(
    run(["--no-experimental-webstorage"], "typeof Storage + typeof sessionStorage + ('localStorage' in globalThis)"),
    "undefinedundefinedfalse",
  );
});

/** Runs code with a file of localStorage; returns the status, the files in its folder afterwards, and two pairs. */
function useFile(code: string): [number | null, string[], string] {
  const folder = mkdtempSync(join(tmpdir(), "brio-storage-"));
  const flag = `--localstorage-file=${join(folder, "file")}`;
  const { status } = spawnSync(process.execPath, [flag, "-e", code], { stdio: "ignore" });
  const names = readdirSync(folder);
  const { stdout } = spawnSync(process.execPath, [flag, "-p", "[localStorage.a, localStorage.b].join()"], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  return [status, names, stdout];
}

const SET = "localStorage.setItem('a', '1'); process.on('exit', () => localStorage.setItem('b', '2'));";

test("there are no files beside that of localStorage when the process has exited", () => {
  assert.deepStrictEqual(useFile(SET), [0, ["file"], "1,2\n"]);
});

// Node does not remove the log.
test("that holds for process.exit() and exceptions as well", () => {
  assert.deepStrictEqual(useFile(`${SET} process.exit(3)`), [3, ["file"], "1,2\n"]);
  assert.deepStrictEqual(useFile(`${SET} throw 1`), [1, ["file"], "1,2\n"]);
});
