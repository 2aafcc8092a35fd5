// Deno's file functions, and others of its global.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const { Deno } = globalThis;
const folder = mkdtempSync(path.join(os.tmpdir(), "sweep-"));
const at = (name) => path.join(folder, name);
const kb = new Uint8Array(1024).fill(97);
const chunk = new Uint8Array(512);

Deno.writeFileSync(at("a.txt"), kb);
Deno.writeFileSync(at("large"), new Uint8Array(1 << 20).fill(97));
Deno.symlinkSync(at("a.txt"), at("link"));
Deno.mkdirSync(at("tree"));
for (let index = 0; index < 50; index++) Deno.writeFileSync(at(`tree/f${index}`), kb);
const opened = Deno.openSync(at("opened"), { read: true, write: true, create: true });

export const operations = {
  "Deno.readTextFile": async () => Deno.readTextFile(at("a.txt")),
  "Deno.readTextFileSync": () => Deno.readTextFileSync(at("a.txt")),
  "Deno.readFile": async () => Deno.readFile(at("a.txt")),
  "Deno.readFileSync": () => Deno.readFileSync(at("a.txt")),
  "Deno.readFile 1 MB": async () => (await Deno.readFile(at("large"))).length,
  "Deno.readTextFile 1 MB": async () => (await Deno.readTextFile(at("large"))).length,
  "Deno.writeTextFile": async () => Deno.writeTextFile(at("copy"), "hello"),
  "Deno.writeTextFileSync": () => Deno.writeTextFileSync(at("copy"), "hello"),
  "Deno.writeFile": async () => Deno.writeFile(at("copy"), kb),
  "Deno.writeFile append": async () => Deno.writeFile(at("appended"), new Uint8Array(0), { append: true }),
  "Deno.writeFile of stream": async () => Deno.writeFile(at("copy"), new Blob([kb]).stream()),
  "Deno.stat": async () => (await Deno.stat(at("a.txt"))).size,
  "Deno.statSync": () => Deno.statSync(at("a.txt")).mtime.getTime(),
  "Deno.lstat": async () => (await Deno.lstat(at("link"))).isSymlink,
  "Deno.stat missing": async () => Deno.stat(at("none")).catch((error) => error.name),
  "Deno.statSync missing": () => {
    try {
      Deno.statSync(at("none"));
    } catch (error) {
      return error instanceof Deno.errors.NotFound;
    }
  },
  "Deno.readDir": async () => (await Array.fromAsync(Deno.readDir(at("tree")))).length,
  "Deno.readDirSync": () => [...Deno.readDirSync(at("tree"))].length,
  "Deno.mkdir and remove": async () => {
    await Deno.mkdir(at("new"));
    await Deno.remove(at("new"));
  },
  "Deno.mkdir recursive and remove": async () => {
    await Deno.mkdir(at("deep/er/est"), { recursive: true });
    await Deno.remove(at("deep"), { recursive: true });
  },
  "Deno.rename": async () => {
    await Deno.rename(at("copy"), at("copy2"));
    await Deno.rename(at("copy2"), at("copy"));
  },
  "Deno.copyFile": async () => Deno.copyFile(at("a.txt"), at("copied")),
  "Deno.realPath": async () => Deno.realPath(at("link")),
  "Deno.readLink": async () => Deno.readLink(at("link")),
  "Deno.symlink and remove": async () => {
    await Deno.symlink(at("a.txt"), at("other"));
    await Deno.remove(at("other"));
  },
  "Deno.makeTempFile": async () => Deno.remove(await Deno.makeTempFile({ dir: folder })),
  "Deno.makeTempDirSync": () => Deno.removeSync(Deno.makeTempDirSync({ dir: folder })),
  "Deno.chmod and utime": async () => {
    await Deno.chmod(at("a.txt"), 0o644);
    await Deno.utime(at("a.txt"), 1, 1);
  },
  "Deno.truncate": async () => Deno.truncate(at("opened"), 100),
  "Deno.open read": async () => {
    using file = await Deno.open(at("a.txt"));
    return await file.read(chunk);
  },
  "Deno.openSync readSync": () => {
    using file = Deno.openSync(at("a.txt"));
    return file.readSync(chunk);
  },
  "Deno.FsFile write and seek": async () => {
    await opened.seek(0, Deno.SeekMode.Start);
    return opened.write(kb);
  },
  "Deno.FsFile writeSync and seekSync": () => {
    opened.seekSync(0, Deno.SeekMode.Start);
    return opened.writeSync(kb);
  },
  "Deno.FsFile stat and sync": async () => {
    await opened.syncData();
    return (await opened.stat()).size;
  },
  "Deno.FsFile readable 1 MB": async () => {
    const file = await Deno.open(at("large"));
    let size = 0;
    for await (const data of file.readable) size += data.length;
    return size;
  },
  "Deno.FsFile writable": async () => {
    const file = await Deno.open(at("copy"), { write: true, create: true });
    await new Blob([kb, kb]).stream().pipeTo(file.writable);
  },
  "Deno.cwd": () => Deno.cwd(),
  "Deno.env.get": () => Deno.env.get("PATH").length,
  "Deno.inspect": () => Deno.inspect({ a: 1, b: ["c"], d: { e: new Map([[1, 2]]) } }),
  "Deno.memoryUsage": () => Deno.memoryUsage().rss,
  "Deno.Command": async () => (await new Deno.Command("/bin/true").output()).code,
  "Deno.Command outputSync": () => new Deno.Command("/bin/echo", { args: ["x"] }).outputSync().stdout.length,
};

export function end() {
  opened.close();
  rmSync(folder, { recursive: true, force: true });
}
