const pty = require("@homebridge/node-pty-prebuilt-multiarch");
const shell = pty.spawn("sh", ["-c", "stty size; echo from the terminal; exit 3"], { cols: 91, rows: 31 });
let output = "";
shell.onData((data) => (output += data));
shell.onExit(({ exitCode }) => setTimeout(() => console.log(JSON.stringify(output), exitCode), 200));
