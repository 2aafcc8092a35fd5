// The functions of Bun's global.
import { Buffer } from "node:buffer";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const { Bun } = globalThis;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sweep-"));
const file = path.join(folder, "a.json");
const copy = path.join(folder, "copy");
const large = path.join(folder, "large");
const kb = new Uint8Array(1024).fill(97);
const text = "The quick brown fox jumps over the lazy dog. ".repeat(22);
const html = `<p class="a">${text} & 'quoted'</p>`;
const colored = `\u001b[31m${text}\u001b[39m`;
const wide = "日本語 and 🎉 ".repeat(20);
const record = { id: 1, name: "Ada", tags: ["a", "b"], nested: { x: 1.5, y: [1, 2, 3] } };
const same = JSON.parse(JSON.stringify(record));
fs.writeFileSync(file, JSON.stringify(record));
fs.writeFileSync(large, Buffer.alloc(1 << 20, "line of text\n"));
const glob = new Bun.Glob("**/*.{ts,js}");
const gzipped = Bun.gzipSync(kb);
const hashed = Bun.password.hashSync("secret", { algorithm: "bcrypt", cost: 4 });
const cookies = "session=abc; theme=dark; lang=en";

export const operations = {
  "Bun.hash string": () => Bun.hash("hello world"),
  "Bun.hash 1 kB": () => Bun.hash(kb),
  "Bun.hash.crc32": () => Bun.hash.crc32(kb),
  "Bun.hash.xxHash64": () => Bun.hash.xxHash64(kb),
  "Bun.deepEquals": () => Bun.deepEquals(record, same),
  "Bun.deepEquals strict": () => Bun.deepEquals(record, same, true),
  "Bun.deepMatch": () => Bun.deepMatch({ id: 1, nested: { x: 1.5 } }, record),
  "Bun.escapeHTML": () => Bun.escapeHTML(html),
  "Bun.escapeHTML nothing to do": () => Bun.escapeHTML(text),
  "Bun.stringWidth ascii": () => Bun.stringWidth(text),
  "Bun.stringWidth wide": () => Bun.stringWidth(wide),
  "Bun.stringWidth colored": () => Bun.stringWidth(colored),
  "Bun.stripANSI": () => Bun.stripANSI(colored),
  "Bun.wrapAnsi": () => Bun.wrapAnsi(colored, 40),
  "Bun.inspect": () => Bun.inspect(record),
  "Bun.inspect.table": () => Bun.inspect.table([record, same]),
  "Bun.file text": async () => Bun.file(file).text(),
  "Bun.file json": async () => Bun.file(file).json(),
  "Bun.file bytes 1 MB": async () => (await Bun.file(large).bytes()).length,
  "Bun.file text 1 MB": async () => (await Bun.file(large).text()).length,
  "Bun.file exists": async () => Bun.file(file).exists(),
  "Bun.file size and type": () => Bun.file(file).size + Bun.file(file).type.length,
  "Bun.file stat": async () => (await Bun.file(file).stat()).size,
  "Bun.file slice": async () => Bun.file(large).slice(1000, 2000).text(),
  "Bun.file stream": async () => {
    let size = 0;
    for await (const chunk of Bun.file(large).stream()) size += chunk.length;
    return size;
  },
  "Bun.write string": async () => Bun.write(copy, "hello"),
  "Bun.write bytes": async () => Bun.write(copy, kb),
  "Bun.write file to file": async () => Bun.write(copy, Bun.file(file)),
  "Bun.file writer": async () => {
    const writer = Bun.file(copy).writer();
    for (let index = 0; index < 10; index++) writer.write("line\n");
    return writer.end();
  },
  "Bun.password bcrypt": () => Bun.password.hashSync("secret", { algorithm: "bcrypt", cost: 4 }),
  "Bun.password verify": async () => Bun.password.verify("secret", hashed),
  "Bun.CryptoHasher": () => new Bun.CryptoHasher("sha256").update(kb).digest("hex"),
  "Bun.CryptoHasher.hash": () => Bun.CryptoHasher.hash("sha1", kb, "hex"),
  "Bun.SHA256.hash": () => Bun.SHA256.hash(kb, "hex"),
  "Bun.randomUUIDv7": () => Bun.randomUUIDv7(),
  "Bun.gzipSync": () => Bun.gzipSync(kb),
  "Bun.gunzipSync": () => Bun.gunzipSync(gzipped),
  "Bun.zstdCompressSync": () => Bun.zstdCompressSync(kb),
  "Bun.Glob match": () => glob.match("src/deep/er/index.ts"),
  "Bun.Glob scanSync": () => [...new Bun.Glob("*").scanSync(folder)].length,
  "Bun.semver": () => Bun.semver.satisfies("1.5.2", "^1.2.0") && Bun.semver.order("1.0.0", "1.0.1"),
  "Bun.TOML.parse": () => Bun.TOML.parse('[a]\nb = "c"\nd = [1, 2, 3]\n'),
  "Bun.YAML.parse": () => Bun.YAML.parse("a:\n  - b: c\n  - d: 1\n"),
  "Bun.color": () => Bun.color("rebeccapurple", "hex"),
  "Bun.nanoseconds": () => Bun.nanoseconds(),
  "Bun.concatArrayBuffers": () => Bun.concatArrayBuffers([kb, kb, kb]).byteLength,
  "Bun.allocUnsafe": () => Bun.allocUnsafe(1024).length,
  "Bun.indexOfLine": () => Bun.indexOfLine(kb, 0),
  "Bun.readableStreamToText": async () => Bun.readableStreamToText(new Blob([text]).stream()),
  "Bun.readableStreamToArray": async () => (await Bun.readableStreamToArray(new Blob([kb]).stream())).length,
  "Bun.ArrayBufferSink": () => {
    const sink = new Bun.ArrayBufferSink();
    sink.start({ asUint8Array: true });
    sink.write("hello");
    sink.write(kb);
    return sink.end().byteLength;
  },
  "Bun.peek": () => Bun.peek(Promise.resolve(1)),
  "Bun.sleep": async () => Bun.sleep(0),
  "Bun.which": () => Bun.which("sh"),
  "Bun.fileURLToPath": () => Bun.fileURLToPath(Bun.pathToFileURL("/a/b c")),
  "Bun.resolveSync": () => Bun.resolveSync("node:fs", folder),
  "Bun.CookieMap": () => new Bun.CookieMap(cookies).get("theme"),
  "Bun.Cookie": () => new Bun.Cookie("a", "b", { path: "/", secure: true }).toString(),
  "Bun.Transpiler": () => new Bun.Transpiler({ loader: "ts" }).transformSync("const a: number = 1; export { a };"),
  "Bun.spawnSync": () => Bun.spawnSync(["/bin/true"]).exitCode,
  "Bun.spawn": async () => Bun.spawn(["/bin/true"]).exited,
  "Bun.spawn text": async () => Bun.spawn(["/bin/echo", "x"]).stdout.text(),
  "Bun.$": async () => Bun.$`echo x`.text(),
};

export function end() {
  fs.rmSync(folder, { recursive: true, force: true });
}
