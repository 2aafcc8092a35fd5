const extensions = require("fs-native-extensions");
const { mkdtempSync, openSync, closeSync, writeSync } = require("node:fs");
const { join } = require("node:path");
const { tmpdir } = require("node:os");

const file = join(mkdtempSync(join(tmpdir(), "fsx-")), "file");
const descriptor = openSync(file, "w+");
const other = openSync(file, "r+");
writeSync(descriptor, "x".repeat(10000));
console.log(extensions.tryLock(descriptor), extensions.tryLock(other));
extensions.unlock(descriptor);
console.log(extensions.tryLock(other));
extensions.unlock(other);
(async () => {
  await extensions.waitForLock(descriptor);
  console.log("locked");
  extensions.unlock(descriptor);
  await extensions.trim(descriptor, 0, 4096);
  console.log(typeof (await extensions.sparse(descriptor)));
  closeSync(descriptor);
  closeSync(other);
})().catch((error) => console.log(error.message));
