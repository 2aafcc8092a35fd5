// fs.watch, fs.watchFile.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { newFile, newFolder } from "./temp_folder.ts";

test("watch reports a new file in a folder as rename", async () => {
  const folder = newFolder();
  const watcher = fs.watch(folder);
  const event = new Promise<any[]>((resolve) => watcher.on("change", (...args) => resolve(args)));
  fs.writeFileSync(path.join(folder, "new"), "");
  assert.deepStrictEqual(await event, ["rename", "new"]);
  watcher.close();
});

test("watch with recursive reports paths below the folder", async () => {
  const folder = newFolder();
  fs.mkdirSync(path.join(folder, "a"));
  const watcher = fs.watch(folder, { recursive: true });
  const event = new Promise<any>((resolve) =>
    watcher.on("change", (type, name) => {
      if (name === "a/f") resolve(type);
    }),
  );
  fs.writeFileSync(path.join(folder, "a/f"), "");
  assert.strictEqual(await event, "rename");
  watcher.close();
});

test("watch of nothing throws at once and names the file", () => {
  assert.throws(() => fs.watch("/nowhere"), {
    code: "ENOENT",
    syscall: "watch",
    path: "/nowhere",
    filename: "/nowhere",
    message: "ENOENT: no such file or directory, watch '/nowhere'",
  });
  assert.throws(() => fs.watch("/tmp", { ignore: 5 } as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("promises.watch ends with AbortError", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  await assert.rejects(
    async () => {
      for await (const _ of fs.promises.watch(newFolder(), { signal: controller.signal }));
    },
    { name: "AbortError" },
  );
});

test("watchFile reports new and old stats", async () => {
  const file = newFile("1");
  const seen = new Promise<any[]>((resolve) =>
    fs.watchFile(file, { interval: 20 }, (current, previous) => resolve([current.size, previous.size])),
  );
  setTimeout(() => fs.writeFileSync(file, "12345"), 100);
  assert.deepStrictEqual(await seen, [5, 1]);
  fs.unwatchFile(file);
});

test("watchFile needs a listener", () => {
  assert.throws(() => (fs as any).watchFile("/tmp/x"), { code: "ERR_INVALID_ARG_TYPE" });
});

test("watch reports one event for each change that writing makes", async () => {
  const folder = newFolder();
  const file = path.join(folder, "file");
  const eventsOf = async (change: () => void | Promise<void>): Promise<string[]> => {
    const events: string[] = [];
    const watcher = fs.watch(folder, (type, name) => events.push(`${type} ${name}`));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await change();
    await new Promise((resolve) => setTimeout(resolve, 50));
    watcher.close();
    return events;
  };
  assert.deepStrictEqual(await eventsOf(() => fs.writeFileSync(file, "")), ["rename file"]);
  assert.deepStrictEqual(await eventsOf(() => fs.writeFileSync(file, "")), ["change file"]);
  assert.deepStrictEqual(await eventsOf(() => fs.writeFileSync(file, "text")), ["change file"]);
  assert.deepStrictEqual(await eventsOf(() => fs.writeFileSync(file, "")), ["change file"]);
  const second = path.join(folder, "second");
  assert.deepStrictEqual(await eventsOf(() => fs.promises.writeFile(second, Buffer.alloc(0))), ["rename second"]);
  assert.deepStrictEqual(await eventsOf(() => fs.writeFileSync(path.join(folder, "third"), "x")), [
    "rename third",
    "change third",
  ]);
});
