const v = require("sqlite-vec");
const { DatabaseSync } = require("node:sqlite");
const d = new DatabaseSync(":memory:", { allowExtension: true });
v.load(d);
console.log(
  d.prepare("select vec_version() v, vec_length(?) n").get(new Uint8Array(new Float32Array([1, 2, 3]).buffer)),
);
d.exec("create virtual table t using vec0(e float[2])");
const i = d.prepare("insert into t(rowid,e) values(?,?)");
for (const [id, a] of [
  [1n, [0, 1]],
  [2n, [1, 1]],
  [3n, [5, 5]],
])
  i.run(id, new Uint8Array(new Float32Array(a).buffer));
console.log(
  d
    .prepare("select rowid,distance from t where e match ? order by distance limit 2")
    .all(new Uint8Array(new Float32Array([1, 1]).buffer)),
);
