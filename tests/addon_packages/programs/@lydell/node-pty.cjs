const pty = require("@lydell/node-pty");

const shell = pty.spawn("sh", ["-c", "stty size; echo $TERM; exit 3"], { name: "xterm-color", cols: 80, rows: 30 });
let text = "";
shell.onData((data) => (text += data));
shell.onExit(({ exitCode, signal }) => console.log(JSON.stringify(text), exitCode, signal));
