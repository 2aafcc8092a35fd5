const { mkdtempSync } = require("node:fs");
const { join } = require("node:path");
const { tmpdir } = require("node:os");
const RocksDB = require("rocksdb-native");

(async () => {
  const db = new RocksDB(join(mkdtempSync(join(tmpdir(), "rocks-")), "db"));
  await db.ready();
  const write = db.write();
  for (let i = 0; i < 100; i++) write.put(`key${i}`, `value${i}`);
  await write.flush();
  const read = db.read();
  const found = read.get("key7");
  const missing = read.get("none");
  read.flush();
  console.log((await found).toString(), await missing);
  let count = 0;
  for await (const { key, value } of db.iterator({ gte: "key1", lt: "key2" })) count += key.length + value.length;
  console.log(count);
  await db.close();
  console.log("closed");
})();
