const { lint } = require("@node-rs/deno-lint");

console.log(
  lint("file:///a.js", "debugger;\nlet a = 1;\n", false).map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, "")),
);
console.log(lint("file:///b.js", "export const a = 1;\n", true));
