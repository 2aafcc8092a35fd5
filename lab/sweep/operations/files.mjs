// node:fs/promises.
import { Buffer } from "node:buffer";
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sweep-"));
const at = (name) => path.join(folder, name);
const file = at("a.txt");
const kb = Buffer.alloc(1024, "abcdefghij");
fs.writeFileSync(file, kb);
fs.writeFileSync(at("large"), Buffer.alloc(1 << 20, "line of text\n"));
fs.symlinkSync(file, at("link"));
for (let index = 0; index < 100; index++) {
  fs.mkdirSync(at(`tree/d${index % 5}`), { recursive: true });
  fs.writeFileSync(at(`tree/d${index % 5}/f${index}`), kb);
}
const handle = await fsp.open(at("written"), "w+");
const chunk = Buffer.alloc(512);
const many = fs.readdirSync(at("tree/d0")).map((name) => at(`tree/d0/${name}`));

export const operations = {
  "fsp access": async () => fsp.access(file),
  "fsp lstat bigint": async () => (await fsp.lstat(file, { bigint: true })).size,
  "fsp mkdir and rmdir": async () => {
    await fsp.mkdir(at("new"));
    await fsp.rmdir(at("new"));
  },
  "fsp mkdir recursive and rm": async () => {
    await fsp.mkdir(at("deep/er/est"), { recursive: true });
    await fsp.rm(at("deep"), { recursive: true });
  },
  "fsp mkdtemp and rmdir": async () => fsp.rmdir(await fsp.mkdtemp(at("temporary-"))),
  "fsp write, rename, unlink": async () => {
    await fsp.writeFile(at("one"), "text");
    await fsp.rename(at("one"), at("two"));
    await fsp.unlink(at("two"));
  },
  "fsp appendFile": async () => fsp.appendFile(at("appended"), ""),
  "fsp copyFile": async () => fsp.copyFile(file, at("copy")),
  "fsp readFile 1 MB": async () => (await fsp.readFile(at("large"))).length,
  "fsp readFile utf8 1 MB": async () => (await fsp.readFile(at("large"), "utf8")).length,
  "fsp readFile 20 at once": async () => (await Promise.all(many.map((name) => fsp.readFile(name)))).length,
  "fsp stat 20 at once": async () => (await Promise.all(many.map((name) => fsp.stat(name)))).length,
  "fsp readdir withFileTypes": async () => (await fsp.readdir(at("tree/d0"), { withFileTypes: true })).length,
  "fsp readdir recursive": async () => (await fsp.readdir(at("tree"), { recursive: true })).length,
  "fsp opendir": async () => {
    let count = 0;
    for await (const entry of await fsp.opendir(at("tree/d0"))) count += entry.isFile() ? 1 : 0;
    return count;
  },
  "fsp glob": async () => {
    let count = 0;
    for await (const name of fsp.glob("**/f1*", { cwd: at("tree") })) count += name.length;
    return count;
  },
  "fsp realpath": async () => fsp.realpath(at("link")),
  "fsp readlink": async () => fsp.readlink(at("link")),
  "fsp symlink and unlink": async () => {
    await fsp.symlink(file, at("other"));
    await fsp.unlink(at("other"));
  },
  "fsp chmod and utimes": async () => {
    await fsp.chmod(file, 0o644);
    await fsp.utimes(file, 1, 1);
  },
  "fsp handle write and stat": async () => {
    await handle.write(kb, 0, kb.length, 0);
    return (await handle.stat()).size;
  },
  "fsp handle writev and readv": async () => {
    await handle.writev([chunk, chunk], 0);
    return (await handle.readv([chunk, chunk], 0)).bytesRead;
  },
  "fsp handle truncate and sync": async () => {
    await handle.truncate(100);
    await handle.datasync();
  },
  "fsp handle readFile": async () => {
    const opened = await fsp.open(file);
    const data = await opened.readFile("utf8");
    await opened.close();
    return data;
  },
  "fsp handle createReadStream": async () => {
    let size = 0;
    for await (const data of (await fsp.open(at("large"))).createReadStream()) size += data.length;
    return size;
  },
  "fsp handle readableWebStream": async () => {
    const opened = await fsp.open(at("large"));
    let size = 0;
    for await (const data of opened.readableWebStream()) size += data.byteLength;
    await opened.close();
    return size;
  },
  "fsp writeFile of lines": async () => fsp.writeFile(at("lines"), ["a\n", "b\n", "c\n"]),
  "fsp write 1 MB string": async () => fsp.writeFile(at("string"), "line of text\n".repeat(80_000)),
};

export async function end() {
  await handle.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
