import { Command } from "commander";
const program = new Command("tool").version("1.2.3").exitOverride();
program
  .command("copy <from> [to]")
  .option("-f, --force", "overwrite")
  .action((from, to, options) => console.log(from, to, options));
program.parse(["node", "tool", "copy", "a", "b", "-f"]);
console.log(program.helpInformation());
