// pino's transports, which write in threads of their own, also when the program crashes.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";

const fixed = { base: { app: "test" }, timestamp: () => ',"time":0' };
const transport = pino.transport({
  targets: [
    { target: "pino/file", options: { destination: "all.log" }, level: "info" },
    {
      target: "pino-pretty",
      options: { destination: "pretty.log", colorize: false, translateTime: "UTC:yyyy-mm-dd", sync: true },
      level: "warn",
    },
  ],
});
const threaded = pino(fixed, transport);
for (let index = 0; index < 100; index++) threaded.info({ index }, "many");
threaded.warn({ detail: { a: [1] } }, "pretty one");
await new Promise((resolve) => {
  transport.on("close", resolve);
  transport.end();
  // A thread that exits keeps no process alive.
  const timer = setInterval(() => undefined, 1000);
  transport.on("close", () => clearInterval(timer));
});
for (let tries = 0; tries < 100 && !fs.existsSync("pretty.log"); tries++) await pause(10);
await pause(50);
console.log(fs.readFileSync("all.log", "utf8").trim().split("\n").length);
console.log(fs.readFileSync("pretty.log", "utf8").trim());

fs.writeFileSync(
  "crash.mjs",
  `import pino from "pino"; const log = pino({ base: null, timestamp: false }, pino.transport({ target: "pino/file", options: { destination: "crash.log" } })); log.info("before the crash"); setTimeout(() => { throw new Error("crash"); }, 300);`,
);
const crashed = spawnSync(process.execPath, ["crash.mjs"], { encoding: "utf8" });
console.log(crashed.status, crashed.stderr.includes("Error: crash"), fs.readFileSync("crash.log", "utf8").trim());
