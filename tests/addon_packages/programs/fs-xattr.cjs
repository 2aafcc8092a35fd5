const {
  setAttributeSync,
  getAttributeSync,
  listAttributesSync,
  removeAttributeSync,
  getAttribute,
} = require("fs-xattr");
const fs = require("node:fs");
fs.writeFileSync("attributes.txt", "x");
setAttributeSync("attributes.txt", "user.one", "value");
console.log(getAttributeSync("attributes.txt", "user.one").toString(), listAttributesSync("attributes.txt"));
(async () => {
  console.log(await getAttribute("attributes.txt", "user.one"));
  removeAttributeSync("attributes.txt", "user.one");
  for (const call of [
    () => getAttributeSync("attributes.txt", "user.one"),
    () => getAttribute("none.txt", "user.one"),
    () => getAttributeSync(1),
  ]) {
    try {
      await call();
    } catch (e) {
      console.log(e.name, e.code, e.errno, e.syscall, e.message);
    }
  }
})();
