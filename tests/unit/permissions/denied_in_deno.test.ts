// What a program of Deno may not do without a permission, and the words of the refusal. The expected output is that of
// Deno 2.9.6 (`deno run --no-prompt`), but for two matters in which Brio is stricter: links out of a granted folder, and moves
// of a folder with denied contents.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-deno-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** Runs `code` as a program of Deno with `flags`; the lines that it prints. `attempt(name, call)` prints what a call did. */
function run(flags: string[], code: string, env: Record<string, string> = {}): string[] {
  const file = `${folder}/program${count++}.mjs`;
  writeFileSync(
    file,
    `const attempt = async (name, call) => { try { console.log(name, "done", await call() ?? ""); } catch (error) { console.log(name, error.name, error.message); } };\n${code}`,
  );
  const result = spawnSync(process.execPath, ["--as", "deno", "--no-prompt", ...flags, file], {
    encoding: "utf8",
    timeout: 9000,
    cwd: folder,
    env: { ...process.env, ...env },
  });
  assert.strictEqual(result.stderr, "");
  return result.stdout.split("\n").filter(Boolean);
}

const refusal = (kind: string, subject: string): string =>
  `NotCapable Requires ${kind} access${subject === "" ? "" : ` to "${subject}"`}, run again with the --allow-${kind} flag`;

test("each function names the permission that it needs", () => {
  const lines = run(
    ["--secure"],
    `
    await attempt("readTextFileSync", () => Deno.readTextFileSync("foo.txt"));
    await attempt("readTextFile", () => Deno.readTextFile("foo.txt"));
    await attempt("stat", () => Deno.statSync("/etc/hostname"));
    await attempt("lstat", () => Deno.lstatSync("a"));
    await attempt("writeTextFileSync", () => Deno.writeTextFileSync("foo.txt", "x"));
    await attempt("open", () => Deno.openSync("a", { read: true, write: true }));
    await attempt("open to write", () => Deno.openSync("a", { write: true }));
    await attempt("readDirSync", () => [...Deno.readDirSync(".")]);
    await attempt("readLinkSync", () => Deno.readLinkSync("a"));
    await attempt("renameSync", () => Deno.renameSync("a", "b"));
    await attempt("linkSync", () => Deno.linkSync("a", "b"));
    await attempt("copyFileSync", () => Deno.copyFileSync("a", "b"));
    await attempt("removeSync", () => Deno.removeSync("a"));
    await attempt("removeSync recursive", () => Deno.removeSync("a", { recursive: true }));
    await attempt("mkdirSync", () => Deno.mkdirSync("a"));
    await attempt("chmodSync", () => Deno.chmodSync("a", 0o7));
    await attempt("utimeSync", () => Deno.utimeSync("a", 1, 1));
    await attempt("truncateSync", () => Deno.truncateSync("a"));
    await attempt("watchFs", () => Deno.watchFs("a"));
    await attempt("chdir", () => Deno.chdir("/"));
    await attempt("env.get", () => Deno.env.get("HOME"));
    await attempt("env.toObject", () => Deno.env.toObject());
    await attempt("env.set", () => Deno.env.set("A", "b"));
    await attempt("hostname", () => Deno.hostname());
    await attempt("uid", () => Deno.uid());
    await attempt("loadavg", () => Deno.loadavg());
    await attempt("systemMemoryInfo", () => Deno.systemMemoryInfo());
    await attempt("networkInterfaces", () => Deno.networkInterfaces());
    await attempt("umask", () => Deno.umask());
    await attempt("Command", () => new Deno.Command("ls").outputSync());
    await attempt("Command with a path", () => new Deno.Command("/bin/ls").outputSync());
    await attempt("kill", () => Deno.kill(1, "SIGTERM"));
    await attempt("listen", () => Deno.listen({ port: 0 }));
    await attempt("listen on a path", () => Deno.listen({ path: "/tmp/x.sock", transport: "unix" }));
    await attempt("serve", () => Deno.serve({ port: 0, onListen() {} }, () => new Response("")));
    await attempt("connect", () => Deno.connect({ port: 1 }));
    await attempt("connectTls", () => Deno.connectTls({ hostname: "a.example", port: 443 }));
    await attempt("fetch", () => fetch("http://localhost:8123/"));
    await attempt("fetch of a file", () => fetch("file:///etc/hostname"));
    await attempt("WebSocket", () => { new WebSocket("ws://localhost:8123"); });`,
  );
  const read = (path: string): string => refusal("read", path);
  const write = (path: string): string => refusal("write", path);
  assert.deepStrictEqual(lines, [
    `readTextFileSync ${read("foo.txt")}`,
    `readTextFile ${read("foo.txt")}`,
    `stat ${read("/etc/hostname")}`,
    `lstat ${read("a")}`,
    `writeTextFileSync ${write("foo.txt")}`,
    `open ${read("a")}`,
    `open to write ${write("a")}`,
    `readDirSync ${read(".")}`,
    `readLinkSync ${read("a")}`,
    `renameSync ${read("a")}`,
    `linkSync ${read("a")}`,
    `copyFileSync ${read("a")}`,
    `removeSync ${write("a")}`,
    `removeSync recursive ${write("a")}`,
    `mkdirSync ${write("a")}`,
    `chmodSync ${write("a")}`,
    `utimeSync ${write("a")}`,
    `truncateSync ${write("a")}`,
    `watchFs ${read("a")}`,
    `chdir ${read("/")}`,
    `env.get ${refusal("env", "HOME")}`,
    `env.toObject ${refusal("env", "")}`,
    `env.set ${refusal("env", "A")}`,
    `hostname ${refusal("sys", "hostname")}`,
    `uid ${refusal("sys", "uid")}`,
    `loadavg ${refusal("sys", "loadavg")}`,
    `systemMemoryInfo ${refusal("sys", "systemMemoryInfo")}`,
    `networkInterfaces ${refusal("sys", "networkInterfaces")}`,
    `umask ${refusal("sys", "umask")}`,
    `Command ${refusal("run", "ls")}`,
    `Command with a path ${refusal("run", "/bin/ls")}`,
    `kill ${refusal("run", "")}`,
    `listen ${refusal("net", "0.0.0.0:0")}`,
    `listen on a path ${read("/tmp/x.sock")}`,
    `serve ${refusal("net", "0.0.0.0:0")}`,
    `connect ${refusal("net", "127.0.0.1:1")}`,
    `connectTls ${refusal("net", "a.example:443")}`,
    `fetch ${refusal("net", "localhost:8123")}`,
    `fetch of a file ${read("/etc/hostname")}`,
    `WebSocket ${refusal("net", "localhost:8123")}`,
  ]);
});

test("granted subjects work, also below a granted folder and through relative paths", () => {
  mkdirSync(`${folder}/open/deep`, { recursive: true });
  writeFileSync(`${folder}/open/deep/a.txt`, "text");
  const lines = run(
    [`--allow-read=${folder}/open`, "--allow-write=open", "--allow-env=ONE,TWO_*"],
    `
    await attempt("read", () => Deno.readTextFileSync("open/deep/a.txt"));
    await attempt("dots", () => Deno.readTextFileSync("open/../open/./deep/a.txt"));
    await attempt("write", () => Deno.writeTextFileSync("open/new.txt", "x"));
    await attempt("rename", () => Deno.renameSync("open/new.txt", "open/newer.txt"));
    await attempt("remove", () => Deno.removeSync("open/newer.txt"));
    await attempt("out", () => Deno.readTextFileSync("open/../other.txt"));
    await attempt("env", () => [Deno.env.get("ONE"), Deno.env.get("TWO_2"), Deno.env.get("TWO_3") === undefined].join());
    await attempt("other env", () => Deno.env.get("THREE"));`,
    { ONE: "1", TWO_2: "2", THREE: "3" },
  );
  assert.deepStrictEqual(lines, [
    "read done text",
    "dots done text",
    "write done ",
    "rename done ",
    "remove done ",
    `out ${refusal("read", "open/../other.txt")}`,
    "env done 1,2,true",
    `other env ${refusal("env", "THREE")}`,
  ]);
});

test("links and the links of /proc do not lead out of a granted folder", () => {
  mkdirSync(`${folder}/inside`);
  writeFileSync(`${folder}/secret.txt`, "secret");
  symlinkSync("../secret.txt", `${folder}/inside/link`);
  symlinkSync("..", `${folder}/inside/up`);
  const lines = run(
    [`--allow-read=${folder}/inside`, `--allow-write=${folder}/inside`],
    `
    const names = ["inside/link", "inside/up/secret.txt", "/proc/self/root${folder}/secret.txt", "/proc/self/cwd/secret.txt", "/proc/thread-self/root${folder}/secret.txt"];
    for (const name of names) {
      await attempt("read", () => Deno.readTextFileSync(name));
      await attempt("read later", () => Deno.readTextFile(name));
      await attempt("write", () => Deno.writeTextFileSync(name, "changed"));
      await attempt("stat", () => Deno.statSync(name).size);
    }
    await attempt("symlink", () => Deno.symlinkSync("/etc", "inside/etc"));`,
  );
  const granted = lines.filter((line) => !line.includes("NotCapable"));
  assert.deepStrictEqual(granted, []);
  assert.strictEqual(lines.length, 21);
});

test("denied subjects below granted ones are denied, and so is what moves them", () => {
  mkdirSync(`${folder}/tree/closed`, { recursive: true });
  writeFileSync(`${folder}/tree/closed/a.txt`, "closed");
  const lines = run(
    ["--allow-read", "--deny-read=tree/closed", `--allow-write=${folder}`, "--deny-write=tree/closed"],
    `
    await attempt("read", () => Deno.readTextFileSync("tree/closed/a.txt"));
    await attempt("list", () => [...Deno.readDirSync("tree")].length);
    await attempt("rename", () => Deno.renameSync("tree", "moved"));
    await attempt("remove", () => Deno.removeSync("tree", { recursive: true }));`,
  );
  assert.deepStrictEqual(lines, [
    `read ${refusal("read", "tree/closed/a.txt")}`,
    "list done 1",
    `rename ${refusal("read", "tree")}`,
    `remove ${refusal("write", "tree")}`,
  ]);
});

test("ignored subjects look as if they did not exist", () => {
  const lines = run(
    ["--ignore-env=ONE", "--allow-env", `--allow-read=${folder}`, `--ignore-read=${folder}/hidden.txt`],
    `
    await attempt("env", () => [Deno.env.get("ONE"), Deno.env.has("ONE"), Deno.env.get("TWO"), "ONE" in Deno.env.toObject()].join());
    await attempt("read", () => { try { Deno.readTextFileSync("hidden.txt"); } catch (error) { return error.name; } });`,
    { ONE: "1", TWO: "2" },
  );
  assert.deepStrictEqual(lines, ["env done ,false,2,false", "read done NotFound"]);
});

test("a program may run under its name only, without the variables of the loader", () => {
  const lines = run(
    ["--allow-run=echo"],
    `
    await attempt("echo", () => new TextDecoder().decode(new Deno.Command("echo", { args: ["hi"] }).outputSync().stdout).trim());
    await attempt("sh", () => new Deno.Command("sh", { args: ["-c", "echo hi"] }).outputSync());
    await attempt("preload", () => new Deno.Command("echo", { env: { LD_PRELOAD: "./x.so" } }).outputSync());`,
    { LD_LIBRARY_PATH: "", LD_PRELOAD: "" },
  ).map((line) => line.replace(/LD_\w+/, "LD_*"));
  assert.strictEqual(lines[1], `sh ${refusal("run", "sh")}`);
  assert.strictEqual(
    lines[2],
    "preload NotCapable Requires --allow-run permissions to spawn subprocess with LD_* environment variable. Alternatively, spawn with the environment variable unset.",
  );
});

test("a Unix socket needs the network and its file", () => {
  const code = `
    import net from "node:net";
    const path = "${folder}/none.sock";
    await attempt("connect", () => Deno.connect({ transport: "unix", path }));
    await attempt("listen", () => { Deno.listen({ transport: "unix", path: "${folder}/own.sock" }).close(); });
    await attempt("net", () => new Promise((_, reject) => net.connect(path).on("error", reject)));
    await attempt("abstract", () => new Promise((_, reject) => net.connect("\\0none").on("error", reject)));`;
  const unix = (name: string): string => refusal("net", `unix:${name}`);
  const files = ["--allow-read", "--allow-write"];
  assert.deepStrictEqual(run(files, code), [
    `connect ${unix(`${folder}/none.sock`)}`,
    `listen ${unix(`${folder}/own.sock`)}`,
    `net ${unix(`${folder}/none.sock`)}`,
    `abstract ${unix("\0none")}`,
  ]);
  assert.deepStrictEqual(run([...files, `--allow-net=unix:${folder}/none.sock`], code), [
    "connect NotFound No such file or directory (os error 2)",
    `listen ${unix(`${folder}/own.sock`)}`,
    `net Error connect ENOENT ${folder}/none.sock`,
    `abstract ${unix("\0none")}`,
  ]);
  assert.deepStrictEqual(run([...files, "--deny-net"], code).length, 4);
  assert.deepStrictEqual(run(["--allow-net"], code).slice(0, 2), [
    `connect ${refusal("read", `${folder}/none.sock`)}`,
    `listen ${refusal("read", `${folder}/own.sock`)}`,
  ]);
});

test("a path through a link of /proc needs everything, wherever it leads", () => {
  const code = 'await attempt("root", () => Deno.readTextFileSync("/proc/self/root/etc/hostname").length > 0);';
  assert.deepStrictEqual(run(["--allow-read"], code), [`root ${refusal("all", "/proc/self/root/etc/hostname")}`]);
});
