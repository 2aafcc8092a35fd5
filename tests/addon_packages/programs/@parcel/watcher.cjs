const w = require("@parcel/watcher"),
  fs = require("fs"),
  d = fs.mkdtempSync(require("os").tmpdir() + "/pw-");
(async () => {
  let isFirst = true;
  const s = await w.subscribe(d, (e, ev) => {
    // The writing may be a second event.
    if (!isFirst) return;
    isFirst = false;
    console.log(
      e,
      ev.map((x) => x.type + " " + x.path.slice(d.length)),
    );
    s.unsubscribe();
  });
  fs.writeFileSync(d + "/a", "1");
})();
