const x = require("@napi-rs/xattr");
const fs = require("node:fs");
const file = `${require("node:os").tmpdir()}/xattr-${process.pid}`;
fs.writeFileSync(file, "a");
(async () => {
  try {
    await x.setAttribute(file, "user.a", "value");
    console.log(await x.getAttribute(file, "user.a"), await x.listAttributes(file));
    x.removeAttributeSync(file, "user.a");
    console.log(x.listAttributesSync(file), x.getAttributeSync(file, "user.a"));
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
  fs.rmSync(file);
})();
