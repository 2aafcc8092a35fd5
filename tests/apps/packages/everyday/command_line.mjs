// Libraries of command-line programs: commander, yargs, chalk, ora, dotenv, execa, cross-spawn, debug.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { PassThrough } from "node:stream";
import { Chalk } from "chalk";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import spawn from "cross-spawn";
import debug from "debug";
import dotenv from "dotenv";
import { execa, execaSync, ExecaError } from "execa";
import ora from "ora";
import yargs from "yargs";
import { outcome, section, until } from "../shared/ask.mjs";

section("commander");
const run = async (...words) => {
  const program = new Command("tool").exitOverride().configureOutput({
    writeOut: (text) => console.log(text.trimEnd()),
    writeErr: (text) => console.log(text.trimEnd()),
  });
  program
    .version("1.2.3")
    .description("a tool")
    .option("-v, --verbose", "say more", (value, previous) => previous + 1, 0)
    .addOption(new Option("-c, --color <name>", "a colour").choices(["red", "blue"]).default("red").env("TOOL_COLOR"));
  program
    .command("add")
    .description("adds")
    .argument("<numbers...>", "what to add", (text, list = []) => {
      if (Number.isNaN(Number(text))) throw new InvalidArgumentError("not a number");
      return [...list, Number(text)];
    })
    .option("--no-print")
    .action((numbers, options) =>
      console.log(
        numbers.reduce((a, b) => a + b),
        JSON.stringify(options),
        JSON.stringify(program.opts()),
      ),
    );
  program.command("wait").action(async () => {
    await null;
    console.log("waited");
  });
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    console.log(error instanceof CommanderError, error.code, error.exitCode);
  }
};
await run("-v", "-v", "add", "1", "2", "--no-print");
await run("-c", "blue", "add", "1", "x");
await run("wait");
await run("--help");
await run("ad", "1");
await run("-c", "green", "wait");
await run("--version");

section("yargs");
const parse = (words) =>
  yargs(words)
    .scriptName("tool")
    .usage("$0 [options]")
    .option("count", { alias: "n", type: "number", default: 1, describe: "how many" })
    .option("list", { type: "array" })
    .option("mode", { choices: ["a", "b"] })
    .command("serve [port]", "serves", (builder) => builder.positional("port", { type: "number", default: 80 }))
    .strict()
    .exitProcess(false)
    .fail(false);
await outcome("parsed", parse(["serve", "8080", "-n", "3", "--list", "x", "y", "--mode", "b"]).parseAsync());
await outcome("unknown", async () => parse(["--nothing"]).parseAsync());
await outcome("choice", async () => parse(["--mode", "c"]).parseAsync());
console.log(await parse([]).getHelp());

section("chalk and ora");
const colour = new Chalk({ level: 3 });
console.log(
  JSON.stringify(colour.red.bold("a", colour.blue("b"), "c") + colour.hex("#12ab34").bgRgb(1, 2, 3)("d") + colour("e")),
);
console.log(JSON.stringify(new Chalk({ level: 0 }).red("plain")), new Chalk().level);
const stream = new PassThrough();
const shown = [];
stream.on("data", (chunk) => shown.push(String(chunk)));
const spinner = ora({ text: "working", stream, isEnabled: false, color: false }).start();
spinner.text = "still";
spinner.succeed("done");
ora({ stream, isEnabled: false }).fail("failed");
await until(() => shown.join("").includes("failed"));
console.log(JSON.stringify(shown.join("")));

section("dotenv and debug");
fs.writeFileSync(
  ".env",
  "A=1\nexport B='two words'\nC=\"line\\nbreak\"\nD=$A # comment\nE=\n  F = spaced  \nG=`a 'b' \"c\"`\n",
);
console.log(JSON.stringify(dotenv.parse(fs.readFileSync(".env"))));
process.env.A = "already";
console.log(JSON.stringify(dotenv.config({ quiet: true }).parsed.A), process.env.A, process.env.B);
console.log(
  spawnSync(
    process.execPath,
    ["-e", "const d = require('debug')('app:one'); d('shown %o', {a:1}); require('debug')('other')('hidden')"],
    { env: { ...process.env, DEBUG: "app:*", DEBUG_COLORS: "0", DEBUG_HIDE_DATE: "1" }, encoding: "utf8" },
  ).stderr.trim(),
);
console.log(debug("x").enabled);

section("execa and cross-spawn");
fs.writeFileSync(
  "child.mjs",
  "let text = ''; for await (const chunk of process.stdin) text += chunk; console.log(JSON.stringify(process.argv.slice(2)), text.toUpperCase(), process.env.OWN ?? ''); console.error('on stderr'); process.exitCode = Number(process.argv[2] ?? 0);",
);
const child = (...words) => [process.execPath, ["child.mjs", ...words]];
await outcome(
  "stdout",
  execa(...child("0", "a b", "ü"), { input: "fed", env: { OWN: "1" } }).then(({ stdout, stderr, exitCode }) => [
    stdout,
    stderr,
    exitCode,
  ]),
);
await outcome(
  "exit code",
  execa(...child("3"), { input: "" }).catch((error) => [
    error instanceof ExecaError,
    error.exitCode,
    error.failed,
    error.stderr,
    error.shortMessage.replace(process.execPath, "EXEC"),
  ]),
);
await outcome(
  "not there",
  execa("no-such-program-at-all").catch((error) => [error.code, error.failed]),
);
await outcome(
  "timeout",
  execa(process.execPath, ["-e", "setTimeout(() => {}, 10000)"], { timeout: 300 }).catch((error) => [
    error.timedOut,
    error.isTerminated,
    error.signal,
  ]),
);
await outcome("cancelled", async () => {
  const controller = new AbortController();
  const running = execa(process.execPath, ["-e", "setTimeout(() => {}, 10000)"], { cancelSignal: controller.signal });
  setTimeout(() => controller.abort(), 100);
  return running.catch((error) => [error.isCanceled, error.signal]);
});
await outcome("lines", async () => Array.fromAsync(execa(process.execPath, ["-p", "'one\\ntwo'"])));
await outcome(
  "piped",
  execa(process.execPath, ["-p", "'through'"])
    .pipe(...child("0"))
    .then(({ stdout }) => stdout),
);
await outcome(
  "transform",
  execa(process.execPath, ["-p", "'a\\nb'"], {
    stdout: function* (line) {
      yield `${line}!`;
    },
  }).then(({ stdout }) => stdout),
);
console.log(execaSync(...child("0"), { input: "sync", all: true }).all);
await outcome("ipc", async () => {
  fs.writeFileSync(
    "ipc.mjs",
    "import { getOneMessage, sendMessage } from 'execa'; const message = await getOneMessage(); await sendMessage({ got: message });",
  );
  const running = execa({ ipc: true, node: true })`ipc.mjs`;
  await running.sendMessage({ hello: 1 });
  return running.getOneMessage();
});
console.log(spawn.sync(...child("0", "*"), { input: "x", encoding: "utf8" }).stdout.trim());
console.log(execFileSync(process.execPath, ["-p", "process.argv.length"], { encoding: "utf8" }).trim());
