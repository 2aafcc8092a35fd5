// Children in all forms, and other processes of the user.
import { escape, type Escape } from "../programs.ts";

const CHILDREN = "children are outside of a check in the runtime";
const cat = { starts: ["cat", "sh"] };

/** What only a child outside of the walls could do; with the first wall no child starts. */
export const processes: Escape[] = [
  escape(
    "execSync",
    CHILDREN,
    "secret",
    'show(require("node:child_process").execSync("cat " + secretFile, { stdio: ["ignore", "pipe", "ignore"] }))',
    cat,
  ),
  escape(
    "exec",
    CHILDREN,
    "secret",
    'await new Promise((done) => require("node:child_process").exec("cat " + secretFile, (error, text) => { say(text); done(); }))',
    cat,
  ),
  escape(
    "execFileSync",
    CHILDREN,
    "secret",
    'show(require("node:child_process").execFileSync("cat", [secretFile], { stdio: ["ignore", "pipe", "ignore"] }))',
    cat,
  ),
  escape(
    "spawnSync",
    CHILDREN,
    "secret",
    'show(require("node:child_process").spawnSync("cat", [secretFile]).stdout)',
    cat,
  ),
  escape(
    "spawn with a shell",
    CHILDREN,
    "secret",
    'const child = require("node:child_process").spawn("cat " + secretFile, { shell: true, stdio: ["ignore", "inherit", "ignore"] }); await new Promise((done) => { child.on("close", done); child.on("error", done); })',
    cat,
  ),
  escape(
    "spawn in the folder",
    "a working folder outside",
    "secret",
    'show(require("node:child_process").spawnSync("cat", ["secret.txt"], { cwd: outside }).stdout)',
    cat,
  ),
  escape(
    "a detached child",
    CHILDREN,
    "secret",
    'const child = require("node:child_process").spawn("cat", [secretFile], { detached: true, stdio: ["ignore", "inherit", "ignore"] }); await new Promise((done) => { child.on("close", done); child.on("error", done); })',
    cat,
  ),
  escape(
    "the file as standard input of a child",
    "descriptors that are passed on",
    "secret",
    'show(require("node:child_process").execFileSync("cat", { stdio: [fs.openSync(secretFile), "pipe", "ignore"] }))',
    cat,
  ),
  escape(
    "fork",
    CHILDREN,
    "secret",
    `
    fs.writeFileSync(work + "/child.cjs", 'process.stdout.write(require("node:fs").readFileSync(process.argv[2], "latin1"))');
    const child = require("node:child_process").fork(work + "/child.cjs", [secretFile]);
    await new Promise((done) => { child.on("exit", done); child.on("error", done); })`,
    { starts: ["brio"] },
  ),
  escape(
    "fork without flags",
    "a child that is not given the flags",
    "secret",
    `
    fs.writeFileSync(work + "/child.cjs", 'process.stdout.write(require("node:fs").readFileSync(process.argv[2], "latin1"))');
    const child = require("node:child_process").fork(work + "/child.cjs", [secretFile], { execArgv: [], env: { ...process.env, NODE_OPTIONS: "" } });
    await new Promise((done) => { child.on("exit", done); child.on("error", done); })`,
    { starts: ["brio"] },
  ),
  escape(
    "a cluster",
    CHILDREN,
    "secret",
    `
    const cluster = require("node:cluster");
    fs.writeFileSync(work + "/child.cjs", 'process.stdout.write(require("node:fs").readFileSync(process.argv[2], "latin1")); process.exit(0)');
    cluster.setupPrimary({ exec: work + "/child.cjs", args: [secretFile] });
    const worker = cluster.fork(); await new Promise((done) => { worker.on("exit", done); worker.on("error", done); }); process.exit(0)`,
    { starts: ["brio"] },
  ),
  escape(
    "the runtime with other flags",
    CHILDREN,
    "secret",
    'show(require("node:child_process").spawnSync(process.execPath, ["-p", "require(\'fs\').readFileSync(" + JSON.stringify(secretFile) + ", \'latin1\')"]).stdout)',
    { starts: ["brio"] },
  ),
  escape(
    "the runtime with a wide policy",
    "a policy in a policy cannot be wider",
    "secret",
    `
    fs.writeFileSync(work + "/wide.toml", "read = true\\nwrite = true\\nrun = true\\nnet = true\\nenv = true\\n");
    fs.writeFileSync(work + "/child.cjs", 'process.stdout.write(require("node:fs").readFileSync(process.argv[2], "latin1"))');
    show(require("node:child_process").spawnSync(process.execPath, ["--sandbox", work + "/wide.toml", work + "/child.cjs", secretFile]).stdout)
    show(require("node:child_process").spawnSync(process.execPath, [work + "/child.cjs", secretFile]).stdout)`,
    { starts: ["brio"] },
  ),
  escape("Bun.spawnSync", CHILDREN, "secret", 'show(Bun.spawnSync(["cat", secretFile]).stdout)', {
    ...cat,
    home: "bun",
  }),
  escape("Bun's shell with a program", CHILDREN, "secret", "say(await Bun.$`cat ${secretFile}`.nothrow().text())", {
    ...cat,
    home: "bun",
  }),
  escape(
    "Bun's shell with a redirection",
    "the shell opens files itself",
    "secret",
    "say(await Bun.$`cat < ${secretFile}`.nothrow().text())",
    { ...cat, home: "bun" },
  ),
  escape(
    "Deno.Command",
    CHILDREN,
    "secret",
    'show(new Deno.Command("cat", { args: [secretFile] }).outputSync().stdout)',
    { ...cat, home: "deno" },
  ),
  escape(
    "a program under another name",
    "a link to a program that may be started",
    "secret",
    'fs.symlinkSync("/bin/cat", work + "/other"); show(require("node:child_process").execFileSync(work + "/other", [secretFile], { stdio: ["ignore", "pipe", "ignore"] }))',
    cat,
  ),
  escape(
    "a program from the writable folder",
    "a program that was just written",
    "change",
    'fs.copyFileSync("/bin/touch", work + "/own"); fs.chmodSync(work + "/own", 0o755); require("node:child_process").execFileSync(work + "/own", [outside + "/new"], { stdio: "ignore" })',
    cat,
  ),
  escape(
    "a script from the writable folder",
    "a program that was just written",
    "change",
    'fs.writeFileSync(work + "/own", "#!/bin/sh\\n: > " + outside + "/new\\n", { mode: 0o755 }); require("node:child_process").execFileSync(work + "/own", { stdio: "ignore" })',
    cat,
  ),
  escape(
    "a search path of its own",
    "PATH of the child",
    "change",
    'fs.writeFileSync(work + "/cat", "#!/bin/sh\\n: > " + outside + "/new\\n", { mode: 0o755 }); require("node:child_process").execFileSync("cat", { env: { PATH: work + ":" + process.env.PATH }, stdio: "ignore" })',
    cat,
  ),
  escape(
    "a library that is loaded first",
    "LD_PRELOAD of the child",
    "change",
    'require("node:child_process").execFileSync("sh", ["-c", ": > " + outside + "/new"], { env: { ...process.env, LD_PRELOAD: place.addon }, stdio: "ignore" })',
    cat,
  ),
  escape(
    "the loader as a program",
    "the loader starts what may not be started",
    "change",
    'require("node:child_process").execFileSync("/lib64/ld-linux-x86-64.so.2", ["/bin/touch", outside + "/new"], { stdio: "ignore" })',
    cat,
  ),
  escape(
    "a write by a child",
    CHILDREN,
    "change",
    'require("node:child_process").execSync(": > " + outside + "/new", { stdio: "ignore" })',
    cat,
  ),
  escape(
    "a mode changed by a child",
    CHILDREN,
    "change",
    'require("node:child_process").spawnSync("chmod", ["600", outside + "/target"])',
    { starts: ["chmod"] },
  ),
  escape(
    "times changed by a child",
    CHILDREN,
    "change",
    'require("node:child_process").spawnSync("touch", ["-d", "2001-02-03", outside + "/target"])',
    { starts: ["touch"] },
  ),
  escape(
    "a connection by a child",
    CHILDREN,
    "reached",
    'require("node:child_process").execFileSync("bash", ["-c", ": > /dev/tcp/127.0.0.1/" + place.otherPort], { stdio: "ignore" })',
    { starts: ["bash"] },
  ),
  escape(
    "a connection by a child to another host",
    CHILDREN,
    "reached",
    'require("node:child_process").execFileSync("bash", ["-c", ": > /dev/tcp/127.0.0.2/" + place.allowedPort], { stdio: "ignore" })',
    { starts: ["bash"] },
  ),
  escape(
    "a datagram by a child",
    CHILDREN,
    "reached",
    'require("node:child_process").execFileSync("bash", ["-c", "echo x > /dev/udp/127.0.0.1/" + place.otherPort], { stdio: "ignore" })',
    { starts: ["bash"] },
  ),
  escape(
    "a variable of a child",
    "variables that are given back",
    "secret",
    'show(require("node:child_process").execSync("env", { stdio: ["ignore", "pipe", "ignore"] }))',
    { starts: ["sh", "env"] },
  ),
  escape(
    "variables of the parent by a child",
    "processes of the user",
    "secret",
    'show(require("node:child_process").execSync("cat /proc/[0-9]*/environ; true", { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e8 }))',
    cat,
  ),
  escape(
    "an end of children that outlive the program",
    "a child that stays behind",
    "change",
    'require("node:child_process").spawn("sh", ["-c", "sleep 0.3; : > " + outside + "/new"], { detached: true, stdio: "ignore" }).unref(); await sleep(600)',
    { starts: ["sh", "sleep"] },
  ),
  escape("process.kill", "signals to other processes of the user", "killed", 'process.kill(place.victim, "SIGTERM")'),
  escape(
    "process.kill of a group",
    "signals to other processes of the user",
    "killed",
    'process.kill(-place.victim, "SIGKILL")',
  ),
  escape(
    "kill by a child",
    CHILDREN,
    "killed",
    'require("node:child_process").execSync("kill -9 " + place.victim, { stdio: "ignore" })',
    cat,
  ),
  escape("Deno.kill", "signals to other processes of the user", "killed", 'Deno.kill(place.victim, "SIGTERM")', {
    home: "deno",
  }),
  escape(
    "process.binding of spawn_sync",
    "CVE-2023-32558: process.binding",
    "secret",
    `
    try {
      const result = process.binding("spawn_sync").spawn({ file: "cat", args: ["cat", secretFile], stdio: [{ type: "pipe", readable: true, writable: false }, { type: "pipe", readable: false, writable: true }, { type: "pipe", readable: false, writable: true }] });
      show(result.output[1]);
    } catch {}
    show(require("node:child_process").spawnSync("cat", [secretFile]).stdout)`,
    cat,
  ),
];
