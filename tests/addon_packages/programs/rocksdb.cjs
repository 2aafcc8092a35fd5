const rocksdb = require("rocksdb");
const { mkdtempSync } = require("node:fs");
const { join } = require("node:path");
const { tmpdir } = require("node:os");

const db = rocksdb(mkdtempSync(join(tmpdir(), "rocks-")));
db.open((error) => {
  console.log(error ?? "open");
  db.batch(
    ["a", "b", "c"].map((key) => ({ type: "put", key, value: key.repeat(3) })),
    () => {
      db.get("b", (error, value) => {
        console.log(error ?? value.toString());
        const iterator = db.iterator({ gt: "a" });
        const step = () =>
          iterator.next((error, key, value) => {
            if (key !== undefined) {
              console.log(`${key}`, `${value}`);
              return step();
            }
            iterator.end(() =>
              db.get("d", (error) => {
                console.log(error.message);
                db.close((error) => console.log(error ?? "closed"));
              }),
            );
          });
        step();
      });
    },
  );
});
