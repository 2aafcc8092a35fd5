const { ClassicLevel } = require("classic-level");
(async () => {
  const d = new ClassicLevel(require("fs").mkdtempSync(require("os").tmpdir() + "/cl-"), { valueEncoding: "json" });
  await d.put("a", { x: 1 });
  await d.batch([
    { type: "put", key: "b", value: 2 },
    { type: "put", key: "c", value: 3 },
  ]);
  console.log(await d.get("a"), await d.getMany(["b", "z"]));
  for await (const [k, v] of d.iterator({ gt: "a" })) console.log(k, v);
  await d.close();
})();
