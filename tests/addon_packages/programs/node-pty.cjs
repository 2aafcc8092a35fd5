const p = require("node-pty").spawn("sh", ["-c", "echo hi; stty size; exit 3"], { cols: 40, rows: 10 });
let o = "";
p.onData((d) => (o += d));
p.onExit((e) => console.log(JSON.stringify(o), e));
