// Small members of `Bun`, as Bun 1.4.5 has them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "bun-utilities-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const streamOf = (...chunks: unknown[]): any =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test("which finds programs", () => {
  assert.match(Bun.which("sh")!, /\/sh$/);
  assert.strictEqual(Bun.which("nosuchprogram"), null);
  assert.strictEqual(Bun.which("sh", { PATH: "/nonexistent" }), null);
});

test("strings: widths, escape sequences, HTML", () => {
  assert.deepStrictEqual(
    ["a", "日本", "\x1b[31mred\x1b[0m", "é", ""].map((text) => Bun.stringWidth(text)),
    [1, 4, 3, 1, 0],
  );
  assert.strictEqual(Bun.stringWidth("\x1b[31mred\x1b[0m", { countAnsiEscapeCodes: true }), 10);
  assert.strictEqual(Bun.stripANSI("\x1b[31mred\x1b[0m x"), "red x");
  assert.deepStrictEqual(
    [Bun.escapeHTML("<a href='x'>\"&"), Bun.escapeHTML(3)],
    ["&lt;a href=&#x27;x&#x27;&gt;&quot;&amp;", "3"],
  );
});

test("bytes: lines and concatenation", () => {
  assert.deepStrictEqual(
    [
      Bun.indexOfLine(bytes("abc\ndef\n"), 0),
      Bun.indexOfLine(bytes("abc\ndef"), 4),
      Bun.indexOfLine(bytes("abc\n"), -5),
    ],
    [3, -1, 3],
  );
  assert.throws(() => Bun.indexOfLine("abc" as never), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: "buffer must be an ArrayBuffer or ArrayBufferView",
  });
  assert.deepStrictEqual(
    [...new Uint8Array(Bun.concatArrayBuffers([new Uint8Array([1]), new Uint8Array([2, 3]).buffer]))],
    [1, 2, 3],
  );
  assert.strictEqual(Bun.concatArrayBuffers([new Uint8Array([1, 2])], 1).byteLength, 1);
  assert.ok(Bun.concatArrayBuffers([new Uint8Array([1])], Infinity, true) instanceof Uint8Array);
  assert.throws(() => Bun.concatArrayBuffers(3 as never), { name: "TypeError", message: "Argument must be an array" });
});

test("comparisons", () => {
  const Point = class {
    x = 1;
  };
  assert.deepStrictEqual(
    [
      Bun.deepEquals({ a: 1, b: undefined }, { a: 1 }, true),
      Bun.deepEquals(new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])),
      Bun.deepEquals(1, "1"),
      Bun.deepEquals(NaN, NaN),
      Bun.deepEquals(new Point(), { x: 1 }, true),
      Bun.deepMatch({ a: 1 }, { a: 1, b: 2 }),
      Bun.deepMatch({ a: { b: 1 } }, { a: { b: 2 } }),
    ],
    [false, true, false, true, false, true, false],
  );
});

test("peek reads the state of promises", async () => {
  const rejected = Promise.reject(new Error("x"));
  rejected.catch(() => {});
  const pending = new Promise(() => {});
  assert.deepStrictEqual(
    [Bun.peek(3), Bun.peek(Promise.resolve(4)), (Bun.peek(rejected) as unknown as Error).message],
    [3, 4, "x"],
  );
  assert.strictEqual(Bun.peek(pending), pending);
  assert.deepStrictEqual([Promise.resolve(), pending, rejected, 3].map(Bun.peek.status), [
    "fulfilled",
    "pending",
    "rejected",
    "fulfilled",
  ]);
});

test("UUIDs", () => {
  assert.match(Bun.randomUUIDv7(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.strictEqual(Bun.randomUUIDv7("buffer").length, 16);
  assert.strictEqual(Bun.randomUUIDv7("base64").length, 24);
  assert.ok(Bun.randomUUIDv7("hex", 0).startsWith("00000000-0000-7"));
  assert.strictEqual(Bun.randomUUIDv5("www.example.com", "dns"), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
  assert.throws(() => Bun.randomUUIDv5("a", "zz"), { name: "TypeError", message: "Invalid UUID format for namespace" });
});

test("one-shot reading of streams", async () => {
  assert.strictEqual(await Bun.readableStreamToText(streamOf(bytes("a"), "b")), "ab");
  assert.deepStrictEqual(await Bun.readableStreamToJSON(streamOf(bytes("{}"))), {});
  assert.deepStrictEqual([...(await Bun.readableStreamToBytes(streamOf(bytes("a"))))], [97]);
  assert.deepStrictEqual(await Bun.readableStreamToArray(streamOf(1, "x")), [1, "x"]);
  assert.strictEqual((await Bun.readableStreamToArrayBuffer(streamOf(bytes("a")))).byteLength, 1);
  assert.strictEqual((await Bun.readableStreamToBlob(streamOf(bytes("a")))).size, 1);
  assert.deepStrictEqual(
    [...(await Bun.readableStreamToFormData(streamOf(bytes("a=1&b=2"))))],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  );
  assert.throws(() => Bun.readableStreamToText(3 as never), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "stream" argument must be of type ReadableStream. Received type number (3)',
  });
  const locked = streamOf("a");
  locked.getReader();
  await assert.rejects(async () => Bun.readableStreamToText(locked), { code: "ERR_INVALID_STATE" });
});

test("sinks collect what is written", async () => {
  const sink = new Bun.ArrayBufferSink();
  assert.deepStrictEqual(
    [sink.write("abc"), sink.write(new Uint8Array([1])), [...new Uint8Array(sink.end())]],
    [3, 1, [97, 98, 99, 1]],
  );
  sink.start({ asUint8Array: true, stream: true });
  sink.write("abc");
  assert.deepStrictEqual([...(sink.flush() as Uint8Array)], [97, 98, 99]);
  sink.write("d");
  assert.deepStrictEqual([[...(sink.flush() as Uint8Array)], [...(sink.end() as Uint8Array)]], [[100], []]);
  const file = path.join(folder, "written");
  const writer = Bun.file(file).writer();
  assert.deepStrictEqual(
    [writer.write("abc"), writer.write(new Uint8Array([100, 10])), await writer.flush(), await writer.end()],
    [3, 2, 5, 0],
  );
  assert.strictEqual(fs.readFileSync(file, "utf8"), "abcd\n");
});

test("colours", () => {
  const all = (color: any): unknown[] =>
    ["css", "ansi-16", "ansi-256", "ansi-16m", "number", "rgb", "rgba", "hsl", "hex", "HEX", "{rgb}", "[rgba]"].map(
      (format) => Bun.color(color, format as "hex"),
    );
  const red = [
    "red",
    "\x1b[91m",
    "\x1b[38;5;196m",
    "\x1b[38;2;255;0;0m",
    16711680,
    "rgb(255, 0, 0)",
    "rgba(255, 0, 0, 1)",
    "hsl(0, 100%, 50%)",
    "#ff0000",
    "#FF0000",
    { r: 255, g: 0, b: 0 },
    [255, 0, 0, 255],
  ];
  for (const color of ["red", "#f00", "rgb(255,0,0)", "hsl(0,100%,50%)", 0xff0000, [255, 0, 0]])
    assert.deepStrictEqual(all(color), red);
  assert.deepStrictEqual(
    [
      Bun.color("rebeccapurple", "css"),
      Bun.color("rebeccapurple", "ansi-256"),
      Bun.color("#ff000080", "css"),
      Bun.color("nocolor", "css"),
    ],
    ["#639", "\x1b[38;5;60m", "#ff000080", null],
  );
  assert.throws(() => Bun.color("red", "zz" as never), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});

test("Glob matches and searches", async () => {
  const matches: [string, string, boolean][] = [
    ["*.{js,ts}", "a.js", true],
    ["*.{js,ts}", "a/b.js", false],
    ["**/*.js", "a/b.js", true],
    ["**/*.js", "b.js", true],
    ["[a-c]?.js", "bx.js", true],
    ["!a", "b", true],
    ["[!a]", "b", true],
    ["a/**", "a/b/c", true],
    ["a/**", "a", false],
    ["\\*", "*", true],
    ["*", ".hid", true],
    ["{a,b/**}/c", "b/x/c", true],
  ];
  for (const [pattern, text, expected] of matches)
    assert.strictEqual(new Bun.Glob(pattern).match(text), expected, `${pattern} ${text}`);
  fs.mkdirSync(path.join(folder, "tree/sub"), { recursive: true });
  for (const name of ["tree/a.txt", "tree/sub/b.txt", "tree/.hidden.txt"])
    fs.writeFileSync(path.join(folder, name), "");
  const glob = new Bun.Glob("tree/**/*.txt");
  assert.deepStrictEqual([...glob.scanSync(folder)].sort(), ["tree/a.txt", "tree/sub/b.txt"]);
  assert.deepStrictEqual(
    (await Array.fromAsync(glob.scan({ cwd: folder, absolute: true, dot: true }))).sort(),
    ["tree/.hidden.txt", "tree/a.txt", "tree/sub/b.txt"].map((name) => path.join(folder, name)),
  );
  assert.deepStrictEqual([...new Bun.Glob("tree/*").scanSync({ cwd: folder, onlyFiles: false })].sort(), [
    "tree/a.txt",
    "tree/sub",
  ]);
  assert.throws(() => new (Bun.Glob as any)(), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => [...new Bun.Glob("*").scanSync("/nonexistent")], {
    code: "ENOENT",
    message: "ENOENT: no such file or directory, open '/nonexistent'",
  });
});

test("cookies", () => {
  const cookie = new Bun.Cookie("n", "v", {
    path: "/x",
    httpOnly: true,
    maxAge: 10,
    sameSite: "strict",
    secure: true,
    domain: "a.com",
    expires: new Date(0),
    partitioned: true,
  });
  assert.strictEqual(
    cookie.toString(),
    "n=v; Domain=a.com; Path=/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=10; Secure; HttpOnly; Partitioned; SameSite=Strict",
  );
  assert.strictEqual(
    Bun.Cookie.parse("a=b; Path=/; Secure; SameSite=None; Max-Age=5").toString(),
    "a=b; Path=/; Max-Age=5; Secure; SameSite=None",
  );
  assert.strictEqual(new Bun.Cookie("q", "a b;é").toString(), "q=a%20b%3B%C3%A9; Path=/; SameSite=Lax");
  assert.throws(() => new Bun.Cookie("a b", "v"), {
    name: "TypeError",
    message: "Invalid cookie name: contains invalid characters",
  });
  const map = new Bun.CookieMap("a=1; b=2%203; c");
  map.set("d", "4", { path: "/p" });
  map.delete("a");
  map.set({ name: "z", value: "1", httpOnly: true });
  assert.deepStrictEqual(
    [map.size, map.get("b"), map.has("a"), [...map]],
    [
      3,
      "2 3",
      false,
      [
        ["d", "4"],
        ["z", "1"],
        ["b", "2 3"],
      ],
    ],
  );
  assert.deepStrictEqual(map.toSetCookieHeaders(), [
    "d=4; Path=/p; SameSite=Lax",
    "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax",
    "z=1; Path=/; HttpOnly; SameSite=Lax",
  ]);
});

test("tables", () => {
  assert.strictEqual(
    Bun.inspect.table([
      { a: 1, b: "x" },
      { a: 2, c: 3 },
    ]),
    "┌───┬───┬───┬───┐\n│   │ a │ b │ c │\n├───┼───┼───┼───┤\n│ 0 │ 1 │ x │   │\n│ 1 │ 2 │   │ 3 │\n└───┴───┴───┴───┘\n",
  );
  assert.strictEqual(
    Bun.inspect.table([1, [2, 3]]),
    "┌───┬───┬───┬────────┐\n│   │ 0 │ 1 │ Values │\n├───┼───┼───┼────────┤\n│ 0 │   │   │ 1      │\n│ 1 │ 2 │ 3 │        │\n└───┴───┴───┴────────┘\n",
  );
});

test("dns looks hosts up", async () => {
  assert.deepStrictEqual(
    (await Bun.dns.lookup("localhost", { family: 4 })).map(({ address, family }: any) => [address, family]),
    [["127.0.0.1", 4]],
  );
  await assert.rejects(Bun.dns.lookup("nosuchhost.invalid"), { name: "DNSException", code: "DNS_ENOTFOUND" });
  assert.throws(() => (Bun.dns.lookup as any)(), { name: "TypeError", message: "hostname must be a string" });
});

test("CSRF tokens are valid with the right secret", () => {
  const token = Bun.CSRF.generate("secret");
  assert.strictEqual(token.length, 86);
  assert.deepStrictEqual(
    [
      Bun.CSRF.verify(token, { secret: "secret" }),
      Bun.CSRF.verify(token, { secret: "other" }),
      Bun.CSRF.verify("zz", { secret: "secret" }),
    ],
    [true, false, false],
  );
  assert.strictEqual(
    Bun.CSRF.verify(Bun.CSRF.generate("secret", { encoding: "hex" }), { secret: "secret", encoding: "hex" }),
    true,
  );
  assert.throws(() => Bun.CSRF.generate(""), TypeError);
});

test("widths of what a reader sees as one character", () => {
  const widths: [string, number][] = [
    ["👨‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["🇩", 1],
    ["🇩🇪🇫🇷", 4],
    ["☺️", 2],
    ["☺", 1],
    ["👍🏽", 2],
    ["1️⃣", 2],
    ["❤️‍🔥", 2],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2],
    ["©️", 2],
    ["नी", 1],
    ["한", 2],
    ["a\u200db", 2],
    ["\u00ad", 0],
    ["\ud83d", 0],
    ["a\nb", 2],
    ["\n", 0],
    ["\x7f", 0],
    ["e\u0301", 1],
  ];
  for (const [text, width] of widths) {
    assert.deepStrictEqual(
      [Bun.stringWidth(text), Bun.stringWidth(text, { countAnsiEscapeCodes: true })],
      [width, width],
      JSON.stringify(text),
    );
  }
});

test("deepEquals compares members that have symbols for names", () => {
  const name = Symbol("name");
  assert.deepStrictEqual(
    [
      Bun.deepEquals({ [name]: 1 }, { [name]: 2 }),
      Bun.deepEquals({ [name]: { a: 1 } }, { [name]: { a: 1 } }),
      Bun.deepEquals({}, { [name]: 1 }),
      Bun.deepEquals({ [name]: undefined }, {}),
      Bun.deepEquals({ [name]: undefined }, {}, true),
      Bun.deepEquals({ [Symbol("name")]: 1 }, { [name]: 1 }),
    ],
    [false, true, false, true, false, false],
  );
});

test("a glob finds nothing in folders that only its pattern names", async () => {
  assert.deepStrictEqual([...new Bun.Glob("missing/*.ts").scanSync(folder)], []);
  const found: string[] = [];
  for await (const name of new Bun.Glob("missing/**/*.ts").scan({ cwd: folder })) found.push(name);
  assert.deepStrictEqual(found, []);
  assert.throws(() => [...new Bun.Glob("*.ts").scanSync(path.join(folder, "missing"))], { code: "ENOENT" });
  assert.throws(() => [...new Bun.Glob("a/*.ts").scanSync(path.join(folder, "missing"))], { code: "ENOENT" });
});

test("only files exist", async () => {
  const name = path.join(folder, "exists.txt");
  fs.writeFileSync(name, "");
  assert.deepStrictEqual(
    await Promise.all([name, folder, "/dev/null", path.join(folder, "missing")].map((one) => Bun.file(one).exists())),
    [true, false, false, false],
  );
});

test("write takes a descriptor", async () => {
  const name = path.join(folder, "descriptor.txt");
  const fd = fs.openSync(name, "w");
  // The published type lacks file descriptors.
  const write = (target: number, data: string | Blob): Promise<number> => Bun.write(target as never, data);
  assert.deepStrictEqual([await write(fd, "abc"), await write(fd, new Blob(["de"]))], [3, 2]);
  fs.closeSync(fd);
  assert.strictEqual(fs.readFileSync(name, "utf8"), "abcde");
  await assert.rejects(async () => write(-1, "x"), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
  await assert.rejects(async () => write(1.5, "x"), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
  await assert.rejects(async () => write(5000, "x"), {
    code: "EBADF",
    message: "EBADF: bad file descriptor, write",
  });
});

test("all members may be read; missing ones throw when they are used", () => {
  assert.ok(Object.keys({ ...Bun }).length > 80);
  assert.deepStrictEqual(
    [typeof Bun.sql, typeof Bun.build, typeof Bun.s3, typeof Bun.redis],
    ["function", "function", "object", "object"],
  );
  if (process.versions.brio === undefined) return;
  const code = "ERR_METHOD_NOT_IMPLEMENTED";
  assert.throws(() => (Bun as any).openInEditor("x"), {
    code,
    message: "The Bun.openInEditor method is not implemented",
  });
  assert.throws(() => new (Bun as any).Image("x"), { code, message: "The Bun.Image method is not implemented" });
});
