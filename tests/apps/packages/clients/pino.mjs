// pino: serializers, children, redaction, pino-pretty, files.
import fs from "node:fs";
import pino from "pino";
import pretty from "pino-pretty";
import { section, until } from "../shared/ask.mjs";

const lines = [];
const fixed = { base: { app: "test" }, timestamp: () => ',"time":0' };
const log = pino(
  {
    ...fixed,
    level: "trace",
    redact: { paths: ["password", "user.*.secret"], censor: "***" },
    serializers: { error: pino.stdSerializers.err, user: (user) => ({ name: user.name }) },
    mixin: () => ({ mixed: 1 }),
    formatters: { level: (label) => ({ level: label }) },
  },
  { write: (line) => lines.push(line) },
);
section("lines");
log.info("hello %s %d %j", "ada", 42, { a: 1 });
log.warn({ password: "x", list: [1, undefined, null], deep: { date: new Date(0), nan: NaN } }, "objects");
log.child({ request: 7 }, { level: "error" }).info("not shown");
log.child({ request: 7, user: { name: "ada", password: "x" } }).debug("child");
log.error(new TypeError("broken", { cause: new Error("the cause") }));
log.fatal(
  {
    circular: (() => {
      const a = {};
      a.a = a;
      return a;
    })(),
  },
  "circular",
);
log.info({ big: 10n, text: 'quotes " and \u2028 and \ud800' });
console.log(lines.map((line) => line.replace(/"stack":"(?:[^"\\]|\\.)*"/g, '"stack":"*"')).join(""));
console.log(log.isLevelEnabled("trace"), log.level, log.bindings(), pino.levels.values.fatal);

section("pretty in this thread");
let text = "";
const { Writable } = await import("node:stream");
const printer = pretty({
  colorize: false,
  ignore: "app",
  destination: new Writable({ write: (chunk, encoding, done) => done(null, (text += chunk)) }),
});
pino(fixed, printer).info({ a: { b: 1 } }, "shown");
await until(() => text !== "");
console.log(text.trim());

section("files");
const destination = pino.destination({ dest: "sync.log", sync: true, mkdir: true });
pino(fixed, destination).info("written at once");
console.log(fs.readFileSync("sync.log", "utf8").trim());
