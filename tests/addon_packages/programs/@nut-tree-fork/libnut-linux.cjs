try {
  const l = require("@nut-tree-fork/libnut-linux");
  console.log(Object.keys(l).length > 5);
} catch (e) {
  console.log(e.code, e.message.split("\n")[0]);
}
