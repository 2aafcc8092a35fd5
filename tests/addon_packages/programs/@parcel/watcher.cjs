const w = require("@parcel/watcher"),
  fs = require("fs"),
  d = fs.mkdtempSync(require("os").tmpdir() + "/pw-");
(async () => {
  const s = await w.subscribe(d, (e, ev) => {
    console.log(
      e,
      ev.map((x) => x.type + " " + x.path.slice(d.length)),
    );
    s.unsubscribe();
  });
  fs.writeFileSync(d + "/a", "1");
})();
