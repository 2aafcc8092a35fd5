// Reading files outside: every function that opens, copies, links, lists or maps.
import { escape, type Escape } from "../programs.ts";

const PATHS = "paths that name the same file in another way";
const LINKS = "nodejs/node#44004, nodejs/node#49154: links that are followed after the check";
const PROC = "GHSA-23rx-c3g5-hv9w: files of /proc and /dev";
const FUNCTIONS = "a function that reads without the check of readFile";

const METADATA =
  "Landlock has no rule for metadata: names and sizes of files, targets of links and times are not confined";

const PASSED = "with flags and without a policy, a descriptor that the caller left open is a permission, as in Node";

export const files: Escape[] = [
  escape("readFileSync of an absolute path", PATHS, "secret", "show(fs.readFileSync(secretFile))"),
  escape("readFileSync of a path with ..", PATHS, "secret", 'show(fs.readFileSync(inside + "/../outside/secret.txt"))'),
  escape(
    "readFileSync of a relative path",
    PATHS,
    "secret",
    'process.chdir(work); show(fs.readFileSync("../../outside/secret.txt"))',
  ),
  escape("readFileSync of a URL", PATHS, "secret", "show(fs.readFileSync(pathToFileURL(secretFile)))"),
  escape(
    "readFileSync of a URL with an encoded ..",
    PATHS,
    "secret",
    'show(fs.readFileSync(new URL("file://" + inside + "/%2e%2e/outside/secret.txt")))',
  ),
  escape(
    "readFileSync of a Buffer",
    "CVE-2023-32004: Buffers as paths",
    "secret",
    "show(fs.readFileSync(Buffer.from(secretFile)))",
  ),
  escape(
    "readFileSync of a Buffer with ..",
    "CVE-2023-32004: Buffers as paths",
    "secret",
    'show(fs.readFileSync(Buffer.from(inside + "/../outside/secret.txt")))',
  ),
  escape(
    "readFileSync of a Uint8Array",
    "CVE-2023-39332: other byte arrays as paths",
    "secret",
    "show(fs.readFileSync(new Uint8Array(Buffer.from(secretFile))))",
  ),
  escape(
    "a Buffer whose method lies",
    "CVE-2024-21896: methods of Buffer replaced by the program",
    "secret",
    `
    const write = Buffer.prototype.utf8Write;
    Buffer.prototype.utf8Write = function (text, ...rest) { return write.call(this, String(text).replace("inside/file.txt", "outside/secret.txt"), ...rest); };
    const latin1 = Buffer.prototype.toString;
    Buffer.prototype.toString = function (...rest) { return latin1.apply(this, rest); };
    show(fs.readFileSync(Buffer.from(secretFile)));`,
  ),
  escape(
    "a string object that changes",
    "a value that is another one when it is read again",
    "secret",
    `
    let count = 0;
    const odd = new URL(pathToFileURL(path.join(inside, "file.txt")));
    Object.defineProperty(odd, "pathname", { get: () => (count++ === 0 ? inside + "/file.txt" : secretFile) });
    Object.defineProperty(odd, "href", { get: () => "file://" + secretFile });
    try { show(fs.readFileSync(odd)); } catch {}
    show(fs.readFileSync(secretFile));`,
  ),
  escape(
    "path functions replaced by the program",
    "CVE-2023-39331, CVE-2024-21891: functions of paths replaced",
    "secret",
    `
    path.resolve = path.posix.resolve = path.toNamespacedPath = path.posix.toNamespacedPath = () => inside + "/file.txt";
    show(fs.readFileSync(secretFile));`,
  ),
  escape(
    "a symbolic link made inside",
    LINKS,
    "secret",
    'fs.symlinkSync(secretFile, work + "/link"); show(fs.readFileSync(work + "/link"))',
  ),
  escape(
    "a relative symbolic link made inside",
    LINKS,
    "secret",
    'fs.symlinkSync("../../outside/secret.txt", work + "/link"); show(fs.readFileSync(work + "/link"))',
  ),
  escape(
    "a symbolic link to the folder",
    LINKS,
    "secret",
    'fs.symlinkSync(outside, work + "/link"); show(fs.readFileSync(work + "/link/secret.txt"))',
  ),
  escape(
    "a symbolic link to the root",
    LINKS,
    "secret",
    'fs.symlinkSync("/", work + "/root"); show(fs.readFileSync(work + "/root" + secretFile))',
  ),
  escape(
    "a symbolic link that was there",
    LINKS,
    "secret",
    'show(fs.readFileSync(inside + "/link-to-outside/secret.txt"))',
  ),
  escape(
    "a chain of symbolic links",
    LINKS,
    "secret",
    `
    fs.mkdirSync(work + "/a"); fs.symlinkSync("a", work + "/b"); fs.symlinkSync("../../../outside", work + "/a/c");
    show(fs.readFileSync(work + "/b/c/secret.txt"))`,
  ),
  escape(
    "a link that moves with its folder",
    LINKS,
    "secret",
    `
    fs.mkdirSync(work + "/deep/deeper", { recursive: true }); fs.mkdirSync(work + "/deep/outside");
    fs.writeFileSync(work + "/deep/outside/secret.txt", "decoy");
    fs.symlinkSync("../outside/secret.txt", work + "/deep/deeper/link");
    fs.symlinkSync("../../outside/secret.txt", work + "/moved");
    show(fs.readFileSync(work + "/moved"))`,
  ),
  escape(
    "a symbolic link made by promises",
    LINKS,
    "secret",
    'await fs.promises.symlink(secretFile, work + "/link"); show(await fs.promises.readFile(work + "/link"))',
  ),
  escape(
    "a hard link made inside",
    "hard links have no direction",
    "secret",
    'fs.linkSync(secretFile, work + "/hard"); show(fs.readFileSync(work + "/hard"))',
  ),
  escape(
    "a hard link made by promises",
    "hard links have no direction",
    "secret",
    'await fs.promises.link(secretFile, work + "/hard"); show(fs.readFileSync(work + "/hard"))',
  ),
  escape(
    "a rename into the folder",
    "a move across the border",
    "secret",
    'fs.renameSync(secretFile, work + "/moved"); show(fs.readFileSync(work + "/moved"))',
  ),
  escape(
    "a rename of the folder",
    "a move across the border",
    "secret",
    'fs.renameSync(outside, work + "/moved"); show(fs.readFileSync(work + "/moved/secret.txt"))',
  ),
  escape(
    "a race between two links",
    "a check and a use that are two steps (TOCTOU)",
    "secret",
    `
    const { Worker } = require("node:worker_threads");
    fs.writeFileSync(work + "/good", "open");
    fs.symlinkSync(work + "/good", work + "/a"); fs.symlinkSync(secretFile, work + "/b");
    const swap = new Worker(\`const fs = require("node:fs"); const { workerData: w } = require("node:worker_threads");
      for (;;) { try { fs.renameSync(w + "/a", w + "/c"); fs.renameSync(w + "/b", w + "/a"); fs.renameSync(w + "/a", w + "/b"); fs.renameSync(w + "/c", w + "/a"); } catch {} }\`, { eval: true, workerData: work });
    const end = Date.now() + 700;
    while (Date.now() < end) for (const name of ["a", "b", "c"]) { try { const text = fs.readFileSync(work + "/" + name, "latin1"); if (text !== "open") { say(text); process.exit(0); } } catch {} }
    process.exit(0)`,
  ),
  escape("/proc/self/root", PROC, "secret", 'show(fs.readFileSync("/proc/self/root" + secretFile))'),
  escape(
    "/proc/self/cwd",
    PROC,
    "secret",
    'process.chdir(inside); show(fs.readFileSync("/proc/self/cwd/../outside/secret.txt"))',
  ),
  escape(
    "/proc/self/task",
    PROC,
    "secret",
    'show(fs.readFileSync("/proc/self/task/" + process.pid + "/root" + secretFile))',
  ),
  escape("/proc/thread-self/root", PROC, "secret", 'show(fs.readFileSync("/proc/thread-self/root" + secretFile))'),
  escape(
    "/dev/fd of a folder",
    PROC,
    "secret",
    'const fd = fs.openSync(inside, "r"); show(fs.readFileSync("/dev/fd/" + fd + "/../outside/secret.txt"))',
  ),
  escape(
    "/proc/self/fd of a folder",
    "CVE-2024-21626: an open folder as the way to the host",
    "secret",
    'const fd = fs.openSync(inside, "r"); show(fs.readFileSync("/proc/self/fd/" + fd + "/../outside/secret.txt"))',
  ),
  escape(
    "an inherited descriptor",
    "CVE-2024-21626: descriptors that the parent left open",
    "secret",
    "for (let fd = 3; fd < 64; fd++) { try { show(fs.readFileSync(fd)); } catch {} }",
    { notHeldBy: { deno: PASSED, node: PASSED } },
  ),
  escape(
    "an inherited descriptor of a folder",
    "CVE-2024-21626: descriptors that the parent left open",
    "secret",
    'for (let fd = 3; fd < 64; fd++) { try { show(fs.readFileSync("/proc/self/fd/" + fd + "/secret.txt")); } catch {} }',
  ),
  escape(
    "/proc/PID/root of another process",
    PROC,
    "secret",
    'show(fs.readFileSync("/proc/" + place.victim + "/root" + secretFile))',
  ),
  escape(
    "/proc/PID/cwd of another process",
    PROC,
    "secret",
    'show(fs.readFileSync("/proc/" + place.victim + "/cwd/secret.txt"))',
  ),
  escape(
    "/proc/PID/fd of another process",
    PROC,
    "secret",
    'for (let fd = 3; fd < 64; fd++) { try { show(fs.readFileSync("/proc/" + place.victim + "/fd/" + fd)); } catch {} }',
  ),
  escape(
    "/proc/PID/environ of another process",
    PROC,
    "secret",
    'show(fs.readFileSync("/proc/" + place.victim + "/environ"))',
  ),
  escape(
    "/proc/PID/mem of another process",
    PROC,
    "secret",
    `
    const maps = fs.readFileSync("/proc/" + place.victim + "/maps", "latin1");
    const range = /^([0-9a-f]+)-([0-9a-f]+) .*\\[stack\\]$/m.exec(maps);
    const fd = fs.openSync("/proc/" + place.victim + "/mem", "r");
    const [from, to] = [BigInt("0x" + range[1]), BigInt("0x" + range[2])];
    const bytes = Buffer.alloc(Number(to - from));
    fs.readSync(fd, bytes, 0, bytes.length, from);
    show(bytes)`,
  ),
  escape(
    "openSync and readSync",
    FUNCTIONS,
    "secret",
    "const fd = fs.openSync(secretFile); const b = Buffer.alloc(100); fs.readSync(fd, b); show(b)",
  ),
  escape(
    "openSync and readvSync",
    FUNCTIONS,
    "secret",
    "const fd = fs.openSync(secretFile); const b = [Buffer.alloc(4), Buffer.alloc(100)]; fs.readvSync(fd, b); show(Buffer.concat(b))",
  ),
  escape(
    "open with numbers as flags",
    FUNCTIONS,
    "secret",
    "const fd = fs.openSync(secretFile, fs.constants.O_RDONLY | fs.constants.O_NOATIME); show(fs.readFileSync(fd))",
  ),
  escape(
    "O_PATH and /proc/self/fd",
    "a descriptor that is opened again",
    "secret",
    'const fd = fs.openSync(secretFile, 0o10000000); show(fs.readFileSync("/proc/self/fd/" + fd))',
  ),
  escape(
    "O_PATH of the folder",
    "a descriptor that is opened again",
    "secret",
    'const fd = fs.openSync(outside, 0o10000000); show(fs.readFileSync("/proc/self/fd/" + fd + "/secret.txt"))',
  ),
  escape(
    "readFile with a callback",
    FUNCTIONS,
    "secret",
    "await new Promise((done) => fs.readFile(secretFile, (error, data) => { if (data) show(data); done(); }))",
  ),
  escape("fs.promises.readFile", FUNCTIONS, "secret", "show(await fs.promises.readFile(secretFile))"),
  escape(
    "a FileHandle",
    FUNCTIONS,
    "secret",
    "const handle = await fs.promises.open(secretFile); show((await handle.read(Buffer.alloc(100))).buffer)",
  ),
  escape(
    "lines of a FileHandle",
    FUNCTIONS,
    "secret",
    "const handle = await fs.promises.open(secretFile); for await (const line of handle.readLines()) say(line)",
  ),
  escape(
    "a read stream",
    FUNCTIONS,
    "secret",
    "for await (const chunk of fs.createReadStream(secretFile)) show(chunk)",
  ),
  escape(
    "openAsBlob",
    "CVE-2023-30583: openAsBlob without a check",
    "secret",
    "say(await (await fs.openAsBlob(secretFile)).text())",
  ),
  escape(
    "copyFileSync",
    FUNCTIONS,
    "secret",
    'fs.copyFileSync(secretFile, work + "/copy"); show(fs.readFileSync(work + "/copy"))',
  ),
  escape(
    "copyFileSync as a clone",
    FUNCTIONS,
    "secret",
    'fs.copyFileSync(secretFile, work + "/copy", fs.constants.COPYFILE_FICLONE); show(fs.readFileSync(work + "/copy"))',
  ),
  escape(
    "cpSync",
    FUNCTIONS,
    "secret",
    'fs.cpSync(outside, work + "/copy", { recursive: true }); show(fs.readFileSync(work + "/copy/secret.txt"))',
  ),
  escape(
    "cp of a link with dereference",
    FUNCTIONS,
    "secret",
    'fs.symlinkSync(secretFile, work + "/link"); fs.cpSync(work + "/link", work + "/copy", { dereference: true }); show(fs.readFileSync(work + "/copy"))',
  ),
  escape(
    "promises.cp",
    FUNCTIONS,
    "secret",
    'await fs.promises.cp(secretFile, work + "/copy"); show(fs.readFileSync(work + "/copy"))',
  ),
  escape("readdirSync", FUNCTIONS, "secret", "show(fs.readdirSync(outside))"),
  escape(
    "readdirSync with recursion",
    "nodejs/node: readdir with recursive goes on without checks",
    "secret",
    'show(fs.readdirSync(inside + "/..", { recursive: true }))',
  ),
  escape(
    "opendirSync",
    FUNCTIONS,
    "secret",
    "const dir = fs.opendirSync(outside); for (let entry; (entry = dir.readSync()); ) say(entry.name)",
  ),
  escape("globSync", FUNCTIONS, "secret", 'show(fs.globSync("*", { cwd: outside }))'),
  escape(
    "readdir of /proc/self/fd",
    FUNCTIONS,
    "secret",
    'fs.symlinkSync(outside, work + "/link"); show(fs.readdirSync(work + "/link/"))',
  ),
  escape(
    "readlinkSync",
    "the target of a link is content, too",
    "secret",
    'say(fs.readlinkSync(outside + "/secret-link"))',
    { notHeldBy: { kernel: METADATA } },
  ),
  escape(
    "realpathSync",
    "the target of a link is content, too",
    "secret",
    'try { say(fs.realpathSync.native(outside + "/secret-link")); } catch (error) { say(error.message); } say(fs.readlinkSync(outside + "/secret-link"))',
    { notHeldBy: { kernel: METADATA } },
  ),
  escape(
    "fs.watch of the folder",
    "nodejs/node: watching tells names",
    "secret",
    `
    const watcher = fs.watch(outside, (event, name) => { say(name); process.exit(0); });
    await sleep(1500); process.exit(0)`,
    {
      notHeldBy: {
        kernel:
          "Landlock has no rule for inotify: names of files that change are seen where the file system's permissions allow reading",
      },
    },
  ),
  escape(
    "fs.watch with recursion",
    "nodejs/node: watching tells names",
    "secret",
    `
    const watcher = fs.watch(path.dirname(outside), { recursive: true }, (event, name) => { if (/name-/.test(name)) { say(name); process.exit(0); } });
    await sleep(1500); process.exit(0)`,
  ),
  escape("process.chdir", FUNCTIONS, "secret", 'process.chdir(outside); show(fs.readFileSync("secret.txt"))'),
  escape("process.chdir and a list", FUNCTIONS, "secret", 'process.chdir(outside); show(fs.readdirSync("."))'),
  escape("Bun.file", FUNCTIONS, "secret", "say(await Bun.file(secretFile).text())", { home: "bun" }),
  escape(
    "Bun.file by its stream",
    FUNCTIONS,
    "secret",
    "for await (const chunk of Bun.file(secretFile).stream()) show(chunk)",
    { home: "bun" },
  ),
  escape(
    "Bun.file by slices",
    FUNCTIONS,
    "secret",
    "show(new Uint8Array(await Bun.file(secretFile).slice(0, 100).arrayBuffer()))",
    { home: "bun" },
  ),
  escape(
    "Bun.write from a file",
    FUNCTIONS,
    "secret",
    'await Bun.write(work + "/copy", Bun.file(secretFile)); show(fs.readFileSync(work + "/copy"))',
    { home: "bun" },
  ),
  escape(
    "Bun.Glob",
    FUNCTIONS,
    "secret",
    'for await (const name of new Bun.Glob("*").scan({ cwd: outside })) say(name)',
    { home: "bun" },
  ),
  escape("Response of a file", FUNCTIONS, "secret", "say(await new Response(Bun.file(secretFile)).text())", {
    home: "bun",
  }),
  escape("fetch of a file", FUNCTIONS, "secret", "say(await (await fetch(pathToFileURL(secretFile))).text())", {
    home: "bun",
  }),
  escape("Deno.readTextFileSync", FUNCTIONS, "secret", "say(Deno.readTextFileSync(secretFile))", { home: "deno" }),
  escape(
    "Deno.open and its stream",
    FUNCTIONS,
    "secret",
    "const file = await Deno.open(secretFile); for await (const chunk of file.readable) show(chunk)",
    { home: "deno" },
  ),
  escape("Deno.readDirSync", FUNCTIONS, "secret", "for (const entry of Deno.readDirSync(outside)) say(entry.name)", {
    home: "deno",
  }),
  escape(
    "Deno.copyFileSync",
    FUNCTIONS,
    "secret",
    'Deno.copyFileSync(secretFile, work + "/copy"); say(Deno.readTextFileSync(work + "/copy"))',
    { home: "deno" },
  ),
  escape(
    "Deno.linkSync",
    FUNCTIONS,
    "secret",
    'Deno.linkSync(secretFile, work + "/hard"); say(Deno.readTextFileSync(work + "/hard"))',
    { home: "deno" },
  ),
  escape(
    "Deno.symlinkSync",
    "CVE-2021-41641: links made without a check",
    "secret",
    'Deno.symlinkSync(secretFile, work + "/link"); say(Deno.readTextFileSync(work + "/link"))',
    { home: "deno" },
  ),
  escape("Deno.readLinkSync", FUNCTIONS, "secret", 'say(Deno.readLinkSync(outside + "/secret-link"))', {
    home: "deno",
    notHeldBy: { kernel: METADATA },
  }),
  escape("Deno's fetch of a file", FUNCTIONS, "secret", "say(await (await fetch(pathToFileURL(secretFile))).text())", {
    home: "deno",
  }),
];
