const { Repository } = require("@napi-rs/simple-git");
const fs = require("fs"),
  cp = require("child_process");
const d = fs.mkdtempSync(require("os").tmpdir() + "/sg-");
cp.execSync("git init -q && git -c user.email=a@b -c user.name=a commit -q --allow-empty -m first", { cwd: d });
const r = new Repository(d);
console.log(r.isEmpty(), r.head().shorthand().length > 0);
try {
  new Repository("/nonexistent");
} catch (e) {
  console.log(e.name, e.code);
}
