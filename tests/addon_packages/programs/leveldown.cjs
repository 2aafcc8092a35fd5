const L = require("leveldown");
const d = L(require("fs").mkdtempSync(require("os").tmpdir() + "/lv-"));
d.open((e) => {
  console.log(e);
  d.put("a", "1", (e) =>
    d.get("a", { asBuffer: false }, (e, v) => {
      console.log(e, v);
      d.get("z", (e) => {
        console.log(e.message);
        const it = d.iterator({ keyAsBuffer: false, valueAsBuffer: false });
        it.next((e, k, v) => {
          console.log(k, v);
          it.end(() => d.close((e) => console.log("closed", e)));
        });
      });
    }),
  );
});
