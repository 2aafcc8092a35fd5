const { rspack } = require("@rspack/core"),
  fs = require("fs");
const d = fs.mkdtempSync(require("os").tmpdir() + "/rs-");
fs.writeFileSync(d + "/index.js", "import a from './a.js';console.log(a)");
fs.writeFileSync(d + "/a.js", "export default 42");
rspack({ mode: "production", context: d, entry: "./index.js", output: { path: d + "/dist" } }, (e, s) => {
  console.log(e, s.hasErrors(), fs.readFileSync(d + "/dist/main.js", "utf8"));
});
