const { open } = require("lmdb");
const d = open({ path: require("fs").mkdtempSync(require("os").tmpdir() + "/lm-"), compression: true });
(async () => {
  await d.put("k", { a: 1, b: [1, "x"] });
  console.log(d.get("k"), d.get("z"));
  await d.transaction(() => {
    d.put("a", 1);
    d.put("b", 2);
  });
  console.log([...d.getRange()].map((x) => x.key));
  await d.close();
  console.log("closed");
})();
