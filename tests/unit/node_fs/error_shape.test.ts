// The own properties of a failed call's error, in the order in which programs print them.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "../harness.ts";

const shape = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    return Object.keys(error as object).join();
  }
  return "nothing was thrown";
};

test("errno, code, syscall, path", async () => {
  for (const call of [fs.statSync, fs.openSync, fs.readdirSync, fs.readFileSync, fs.rmSync, fs.accessSync]) {
    assert.strictEqual(
      shape(() => (call as (path: string) => unknown)("/nothing/here")),
      "errno,code,syscall,path",
      call.name,
    );
  }
  assert.strictEqual(
    shape(() => fs.renameSync("/nothing/here", "/nothing/there")),
    "errno,code,syscall,path,dest",
  );
  assert.strictEqual(
    shape(() => fs.closeSync(9999)),
    "errno,code,syscall",
  );
  const error = await fs.promises.stat("/nothing/here").catch((reason) => reason);
  assert.strictEqual(Object.keys(error).join(), "errno,code,syscall,path");
});

test("watches that end and begin again work", async () => {
  const folder = fs.mkdtempSync("/tmp/watch-");
  for (let round = 0; round < 3; round++) {
    fs.watch(folder).close();
    const name = await new Promise((resolve) => {
      const watcher = fs.watch(folder, (_event, changed) => {
        watcher.close();
        resolve(changed);
      });
      fs.writeFileSync(`${folder}/${round}`, "");
    });
    assert.strictEqual(name, `${round}`);
  }
  fs.rmSync(folder, { recursive: true });
});
