const { Pty } = require("@replit/ruspty");
let output = "";
const pty = new Pty({
  command: "/bin/sh",
  args: ["-c", "stty size; echo from the terminal; exit 4"],
  size: { rows: 31, cols: 91 },
  onExit: (error, code) => setTimeout(() => console.log(error, code, JSON.stringify(output)), 100),
});
pty.read.on("data", (data) => (output += data));
