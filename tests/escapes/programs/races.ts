// A folder of the program that another thread exchanges with a link to the outside, between the check of a path and its use.
// Programs cannot make links, but they can move one that is there.
import { escape, type Escape } from "../programs.ts";

const FROM = "CVE-2021-30465 of runc: a folder that is exchanged with a link between check and use";
const LINK_TARGETS = "Landlock has no rule for the target of a link";
/** For how long a program tries. */
const TRYING_MS = 700;

/** A program that repeats `attempt`, which uses `at`: a path that leads to a folder inside and to the one outside, alternately. */
function race(name: string, proof: Escape["proof"], attempt: string, more: Partial<Escape> = {}, setUp = ""): Escape {
  const code = `
    const { Worker } = require("node:worker_threads");
    const at = work + "/race/at", own = work + "/own.txt";
    fs.writeFileSync(own, "open"); ${setUp}
    new Worker(\`const fs = require("node:fs"); const { workerData: race } = require("node:worker_threads");
      for (;;) { try { fs.renameSync(race + "/at", race + "/a"); fs.renameSync(race + "/link", race + "/at"); fs.renameSync(race + "/at", race + "/link"); fs.renameSync(race + "/a", race + "/at"); } catch {} }\`, { eval: true, workerData: work + "/race" });
    const end = Date.now() + ${TRYING_MS};
    for (let round = 0; Date.now() < end; round++) { try { ${attempt} } catch {} }
    process.exit(0)`;
  return escape(`a race: ${name}`, FROM, proof, code, more);
}

export const races: Escape[] = [
  race(
    "readFileSync",
    "secret",
    'const text = fs.readFileSync(at + "/secret.txt", "latin1"); if (text !== "open") say(text);',
  ),
  race(
    "openSync",
    "secret",
    'const fd = fs.openSync(at + "/secret.txt"); const text = fs.readFileSync(fd, "latin1"); fs.closeSync(fd); if (text !== "open") say(text);',
  ),
  race("readdirSync", "secret", "const names = fs.readdirSync(at).join(); if (names.includes('name-')) say(names);"),
  race(
    "opendirSync",
    "secret",
    "const list = fs.opendirSync(at); for (let one; (one = list.readSync()); ) if (one.name.startsWith('name-')) say(one.name); list.closeSync();",
  ),
  race(
    "readlinkSync",
    "secret",
    'const text = fs.readlinkSync(at + "/secret-link"); if (text !== "nothing") say(text);',
    {
      notHeldBy: { kernel: LINK_TARGETS },
    },
  ),
  race(
    "copyFileSync in",
    "secret",
    'fs.copyFileSync(at + "/secret.txt", own); const text = fs.readFileSync(own, "latin1"); if (text !== "open") say(text);',
  ),
  race(
    "require",
    "secret",
    'delete require.cache[at + "/secret.json"]; const { secret: text } = require(at + "/secret.json"); if (text !== "open") say(text);',
    {},
    'fs.writeFileSync(at + "/secret.json", JSON.stringify({ secret: "open" }));',
  ),
  race(
    "import",
    "secret",
    'const { default: { secret: text } } = await import(at + "/secret.json?" + round, { with: { type: "json" } }); if (text !== "open") say(text);',
    {},
    'fs.writeFileSync(at + "/secret.json", JSON.stringify({ secret: "open" }));',
  ),
  race(
    "a database",
    "secret",
    'const db = new DatabaseSync(at + "/secret.db", { readOnly: true }); const { a: text } = db.prepare("select a from t").get(); db.close(); if (text !== "open") say(text);',
    {},
    'const { DatabaseSync } = require("node:sqlite"); const first = new DatabaseSync(at + "/secret.db"); first.exec("create table t (a); insert into t values (\'open\')"); first.close();',
  ),
  race(
    "a database that is made",
    "change",
    'const db = new DatabaseSync(at + "/new" + round); db.exec("create table t (a)"); db.close();',
    {},
    'const { DatabaseSync } = require("node:sqlite");',
  ),
  race(
    "a stream",
    "secret",
    'const text = await new Promise((done) => fs.createReadStream(at + "/secret.txt", "latin1").on("data", done).on("error", () => done("open"))); if (text !== "open") say(text);',
  ),
  race(
    "promises.readFile",
    "secret",
    'const text = await fs.promises.readFile(at + "/secret.txt", "latin1"); if (text !== "open") say(text);',
  ),
  race("promises.writeFile", "change", 'await fs.promises.writeFile(at + "/target", "x");'),
  race("promises.rm", "change", 'await fs.promises.rm(at + "/target", { force: true });'),
  race(
    "cpSync in",
    "secret",
    'fs.cpSync(at, work + "/copied", { recursive: true, force: true }); const text = fs.readFileSync(work + "/copied/secret.txt", "latin1"); if (text !== "open") say(text);',
  ),
  race("cpSync out", "change", 'fs.cpSync(own, at + "/new" + round);'),
  race(
    "chdir",
    "secret",
    'process.chdir(at); const text = fs.readFileSync("secret.txt", "latin1"); if (text !== "open") say(text);',
  ),
  race(
    "Bun.file",
    "secret",
    'const text = await Bun.file(at + "/secret.txt").text(); if (text !== "open") say(text);',
    { home: "bun" },
  ),
  race(
    "Deno.readTextFile",
    "secret",
    'const text = await Deno.readTextFile(at + "/secret.txt"); if (text !== "open") say(text);',
    { home: "deno" },
  ),
  race("writeFileSync", "change", 'fs.writeFileSync(at + "/target", "x");'),
  race("writeFileSync of a new file", "change", 'fs.writeFileSync(at + "/new" + round, "x");'),
  race("appendFileSync", "change", 'fs.appendFileSync(at + "/target", "x");'),
  race("truncateSync", "change", 'fs.truncateSync(at + "/target", 1);'),
  race("copyFileSync out", "change", 'fs.copyFileSync(own, at + "/new" + round);'),
  race("chmodSync", "change", 'fs.chmodSync(at + "/target", 0o600 + (round & 7));'),
  race("utimesSync", "change", 'fs.utimesSync(at + "/target", round, round);'),
  race("lutimesSync", "change", 'fs.lutimesSync(at + "/target", round, round);'),
  race("unlinkSync", "change", 'fs.unlinkSync(at + "/target");'),
  race("rmSync", "change", 'fs.rmSync(at + "/target");'),
  race("rmSync of a tree", "change", 'fs.rmSync(at + "/tree", { recursive: true });'),
  race("rmdirSync", "change", 'fs.rmdirSync(at + "/empty");'),
  race("renameSync out of a folder", "change", 'fs.renameSync(at + "/target", work + "/taken" + round);'),
  race("renameSync into a folder", "change", 'fs.writeFileSync(own, "x"); fs.renameSync(own, at + "/new" + round);'),
  race("linkSync", "change", 'fs.linkSync(own, at + "/new" + round);'),
  race("mkdirSync", "change", 'fs.mkdirSync(at + "/new" + round);'),
  race("mkdirSync with recursion", "change", 'fs.mkdirSync(at + "/new" + round + "/deep", { recursive: true });'),
  race("mkdtempSync", "change", 'fs.mkdtempSync(at + "/new-");'),
  race("Deno.remove", "change", 'Deno.removeSync(at + "/target");', { home: "deno" }),
  race(
    "Bun.write",
    "change",
    'require("node:fs").writeFileSync(at + "/target", "y"); Bun.write(at + "/target", "x");',
    { home: "bun" },
  ),
];
