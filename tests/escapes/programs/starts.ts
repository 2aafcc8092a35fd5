// Which programs start: `run` (or the flag) lists one, which a program tries to exchange for another. A program that was
// started is free behind the runtime's wall alone, so that its own file proves what has started.
import { escape, type Escape } from "../programs.ts";

const PATHS = "the path that was checked is not the path that starts";
const BEHIND = "a list of programs says nothing about their arguments";

/** `true` may be started; `other` is a program that makes a file outside. */
const OTHER = `
  const other = work + "/true"; fs.writeFileSync(other, "#!/bin/sh\\n: > " + outside + "/new\\n", { mode: 0o755 });
  const { spawnSync } = require("node:child_process");`;

const listed = { starts: ["true"], lists: ["true"] } satisfies Partial<Escape>;

export const starts: Escape[] = [
  escape(
    "a search path with another program first",
    PATHS,
    "change",
    `${OTHER} spawnSync("true", { env: { PATH: work + ":" + process.env.PATH } })`,
    listed,
  ),
  escape(
    "a search path that was set",
    PATHS,
    "change",
    `${OTHER} try { process.env.PATH = work; } catch {} spawnSync("true"); spawnSync("true", { env: { PATH: work } })`,
    listed,
  ),
  escape(
    "a name with a folder",
    PATHS,
    "change",
    `${OTHER} spawnSync("./true", { cwd: work }); spawnSync("./inside/work/true")`,
    listed,
  ),
  escape("another first argument", PATHS, "change", `${OTHER} spawnSync(other, { argv0: "true" })`, listed),
  escape(
    "a shell in front of it",
    BEHIND,
    "change",
    `spawnSync = require("node:child_process").spawnSync; spawnSync("true; : > " + outside + "/new", { shell: true }); spawnSync("true", [": > " + outside + "/new"], { shell: "/bin/sh" })`.replace(
      "spawnSync = ",
      "const spawnSync = ",
    ),
    listed,
  ),
  escape(
    "exec with a name of it",
    BEHIND,
    "change",
    'try { require("node:child_process").execSync("true; : > " + outside + "/new", { stdio: "ignore" }); } catch {}',
    listed,
  ),
  escape(
    "a program that is written over it",
    PATHS,
    "change",
    `${OTHER} const own = require("node:child_process").execFileSync.length; for (const file of ["/bin/true", "/usr/bin/true"]) { try { fs.copyFileSync(other, work + "/copy"); fs.renameSync(work + "/copy", file + ".new"); } catch {} } spawnSync(other)`,
    listed,
  ),
  escape(
    "a folder that is moved",
    PATHS,
    "change",
    `${OTHER} fs.mkdirSync(work + "/bin"); fs.renameSync(other, work + "/bin/true"); spawnSync("true", { cwd: work + "/bin", env: { PATH: "." } }); spawnSync("true", { cwd: work + "/bin", env: { PATH: "" } })`,
    listed,
  ),
  escape(
    "variables of the loader",
    PATHS,
    "change",
    `${OTHER} spawnSync("true", { env: { LD_PRELOAD: place.addon, LD_AUDIT: place.addon, LD_LIBRARY_PATH: work } }); spawnSync(other)`,
    listed,
  ),
  escape(
    "a library that replaces another one",
    PATHS,
    "secret",
    'fs.writeFileSync(work + "/attack", ["open_directly", secretFile].join("\\n") + "\\n"); try { process.chdir(work); } catch {} require("node:child_process").spawnSync("true", { env: { LD_PRELOAD: place.addon }, stdio: "inherit" }); require("node:child_process").spawnSync("cat", [secretFile], { stdio: "inherit" })',
    listed,
  ),
  escape(
    "process.execve",
    PATHS,
    "change",
    `${OTHER} process.execve(other, ["true"], { PATH: process.env.PATH })`,
    listed,
  ),
  escape(
    "Bun.spawn with another program",
    PATHS,
    "change",
    `${OTHER} try { Bun.spawnSync(["true"], { env: { PATH: work } }); } catch {} try { Bun.spawnSync([other], { argv0: "true" }); } catch {}`,
    { ...listed, home: "bun" },
  ),
  escape(
    "Bun.$ with another program",
    PATHS,
    "change",
    `${OTHER} try { await Bun.$\`true\`.env({ PATH: work }).nothrow().quiet(); } catch {} try { await Bun.$\`\${other}\`.nothrow().quiet(); } catch {}`,
    { ...listed, home: "bun" },
  ),
  escape(
    "Bun.spawn into a file",
    "a child's streams are files",
    "change",
    'try { Bun.spawnSync(["true"], { stdout: Bun.file(outside + "/new") }); } catch {} try { Bun.spawnSync(["cat"], { stdin: Bun.file(secretFile), stdout: Bun.file(outside + "/new") }); } catch {}',
    { ...listed, home: "bun" },
  ),
  escape(
    "Deno.Command with another program",
    PATHS,
    "change",
    `${OTHER} try { new Deno.Command("true", { env: { PATH: work } }).outputSync(); } catch {} try { new Deno.Command(other).outputSync(); } catch {}`,
    { ...listed, home: "deno" },
  ),
  escape(
    "Bun.openInEditor",
    "a runtime that starts programs itself",
    "change",
    `${OTHER} try { process.env.EDITOR = process.env.VISUAL = other; } catch {} try { Bun.openInEditor(inside + "/file.txt", { editor: other }); } catch {} await sleep(200); spawnSync(other)`,
    { ...listed, home: "bun" },
  ),
  escape(
    "a browser of Bun.WebView",
    "a runtime that starts programs itself",
    "change",
    `${OTHER} try { const view = new Bun.WebView({ backend: { type: "chrome", path: other } }); await view.navigate("data:text/html,x").catch(() => {}); } catch {} await sleep(200); spawnSync(other)`,
    { ...listed, home: "bun" },
  ),
];
