import yargs from "yargs";
const parsed = await yargs(["--port", "80", "--no-color", "serve", "a"])
  .scriptName("tool")
  .command("serve <dir>", "serves", (y) => y.option("port", { type: "number" }))
  .help(false)
  .version(false)
  .parse();
console.log(parsed);
