// `--experimental-storage-inspection`: the domains DOMStorage and Storage, as in Node 26.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "storage-")));
const FLAGS = ["--experimental-storage-inspection", "--localstorage-file=./pairs.db"];

/** Runs a program in `folder`, which prints JSON by `show`. */
function run(source: string, flags = FLAGS): any {
  const own = "brio" in process.versions ? ["--as", "node"] : [];
  const program = `
const { DOMStorage, Session } = require("node:inspector/promises");
const session = new Session();
session.connect();
const events = [];
session.on("inspectorNotification", (message) => events.push(message));
const items = (isLocalStorage) => session.post("DOMStorage.getDOMStorageItems", { storageId: { isLocalStorage } });
const attempt = async (action) => { try { return await action(); } catch ({ message }) { return message; } };
(async () => console.log(JSON.stringify(await (async () => { ${source} })())))();`;
  const result = spawnSync(process.execPath, [...own, ...flags, "-e", program], { cwd: folder, encoding: "utf8" });
  assert.equal(result.status, 0, result.stderr);
  return JSON.parse(result.stdout);
}

test("debuggers read the items of localStorage and sessionStorage, and the file of the former", () => {
  const found = run(`
localStorage.setItem("getItem", "1");
localStorage.setItem("b", "ü");
sessionStorage.setItem("c", "2");
const before = await attempt(() => items(true));
await session.post("DOMStorage.enable");
const { storageKey } = await session.post("Storage.getStorageKey");
return { before, local: (await items(true)).entries.sort(), session: await items(false), storageKey };`);
  assert.deepEqual(found, {
    before: "Inspector error -32000: DOMStorage domain is not enabled",
    local: [
      ["b", "ü"],
      ["getItem", "1"],
    ],
    session: { entries: [["c", "2"]] },
    storageKey: pathToFileURL(join(folder, "pairs.db")).href,
  });
});

test("what a program registers takes the place of the items of its storage", () => {
  const found = run(`
await session.post("DOMStorage.enable");
sessionStorage.setItem("c", "2");
DOMStorage.registerStorage({ isLocalStorage: false, storageMap: { name: 5, other: true } });
return (await items(false)).entries.sort();`);
  assert.deepEqual(found, [
    ["name", "5"],
    ["other", "true"],
  ]);
});

test("inspector.DOMStorage reports changes, and throws for what an event needs", () => {
  const found = run(`
await session.post("DOMStorage.enable");
const storageId = { securityOrigin: "origin", storageKey: "key" };
const wrong = [];
for (const given of [{}, { storageId: {} }, { storageId: { securityOrigin: "" } }, { storageId }, { storageId, key: "k" }])
  wrong.push(await attempt(() => DOMStorage.domStorageItemAdded(given)));
DOMStorage.domStorageItemAdded({ storageId, key: "k", newValue: "v" });
DOMStorage.domStorageItemUpdated({ storageId, key: "k", oldValue: "v", newValue: "w" });
DOMStorage.domStorageItemRemoved({ storageId: { ...storageId, isLocalStorage: true }, key: "k" });
DOMStorage.domStorageItemsCleared({ storageId });
return { wrong, events };`);
  const storageId = { securityOrigin: "origin", storageKey: "key", isLocalStorage: false };
  assert.deepEqual(found, {
    wrong: [
      "Missing storageId in event",
      "Missing securityOrigin in storageId",
      "Missing storageKey in storageId",
      "Missing key in event",
      "Missing newValue in event",
    ],
    events: [
      { method: "DOMStorage.domStorageItemAdded", params: { storageId, key: "k", newValue: "v" } },
      { method: "DOMStorage.domStorageItemUpdated", params: { storageId, key: "k", oldValue: "v", newValue: "w" } },
      {
        method: "DOMStorage.domStorageItemRemoved",
        params: { storageId: { ...storageId, isLocalStorage: true }, key: "k" },
      },
      { method: "DOMStorage.domStorageItemsCleared", params: { storageId } },
    ],
  });
});

test("without the flag the domains do not exist, and reports have no effect", () => {
  const found = run(
    `return [await attempt(() => session.post("DOMStorage.enable")), await attempt(() => DOMStorage.domStorageItemAdded({}))];`,
    [],
  );
  assert.deepEqual(found, ["Inspector error -32601: 'DOMStorage.enable' wasn't found", null]);
});
