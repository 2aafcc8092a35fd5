// Lines and chunks read by `for await`, and text decoded in chunks.
import { Buffer } from "node:buffer";
import { on } from "node:events";
import readline from "node:readline";
import { createInterface } from "node:readline/promises";
import { compose, Duplex, PassThrough, Readable, Transform, Writable } from "node:stream";
import { arrayBuffer, json } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";

const lines = Array.from({ length: 100 }, (_, index) => `line ${index} of text`).join("\n");
const block = Buffer.from(lines);
const halves = [block.subarray(0, 700), block.subarray(700)];
const wide = Buffer.from("Zażółć gęślą jaźń — 日本語 🎉 ".repeat(100));
const utf16 = Buffer.from("Zażółć gęślą jaźń — 日本語 ".repeat(100), "utf16le");
const latin1 = Buffer.from("Tous les êtres humains naissent libres ".repeat(50), "latin1");
const japanese = Buffer.from("93fa967b8cea".repeat(200), "hex");
const pieces = (bytes, size) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
const [wideParts, utf16Parts] = [pieces(wide, 100), pieces(utf16, 101)];
const [latin1Parts, japaneseParts] = [pieces(latin1, 100), pieces(japanese, 101)];
const asciiParts = pieces(block, 100);

const drain = async (iterable) => {
  let size = 0;
  for await (const chunk of iterable) size += chunk.length;
  return size;
};
const decode = (label, parts, options) => {
  const decoder = new TextDecoder(label, options);
  let length = 0;
  for (const part of parts) length += decoder.decode(part, { stream: true }).length;
  return length + decoder.decode().length;
};

export const operations = {
  "readline for await 100": async () => drain(readline.createInterface({ input: Readable.from(halves) })),
  "readline line event 100": () =>
    new Promise((resolve) => {
      let size = 0;
      const reader = readline.createInterface({ input: Readable.from(halves), crlfDelay: Infinity });
      reader.on("line", (line) => (size += line.length)).on("close", () => resolve(size));
    }),
  "readline question": async () => {
    const input = new PassThrough();
    const reader = createInterface({ input });
    const reply = reader.question("?");
    input.write("yes\n");
    await reply;
    reader.close();
  },
  "readline events.on line": async () => {
    const reader = readline.createInterface({ input: Readable.from(halves) });
    let count = 0;
    for await (const [line] of on(reader, "line", { close: ["close"] })) count += line.length;
    return count;
  },
  "Readable of read() 100": async () => {
    let left = 100;
    return drain(
      new Readable({
        read() {
          this.push(left-- > 0 ? block : null);
        },
      }),
    );
  },
  "Readable setEncoding": async () => drain(Readable.from(halves, { objectMode: false }).setEncoding("utf8")),
  "Readable iterator break": async () => {
    for await (const chunk of Readable.from(halves)) return chunk.length;
  },
  "Readable async generator 50": async () =>
    drain(
      Readable.from(
        (async function* () {
          for (let index = 0; index < 50; index++) yield block;
        })(),
      ),
    ),
  "Readable reduce and toArray": async () => Readable.from(halves).reduce((sum, { length }) => sum + length, 0),
  "Readable take, drop, flatMap": async () =>
    (
      await Readable.from([1, 2, 3, 4, 5])
        .drop(1)
        .take(3)
        .flatMap((x) => [x, x])
        .toArray()
    ).length,
  "Transform object mode for await": async () =>
    drain(
      Readable.from(lines.split("\n")).pipe(
        new Transform({ objectMode: true, transform: (line, encoding, done) => done(null, line.toUpperCase()) }),
      ),
    ),
  "pipeline with generators": async () => {
    let size = 0;
    await pipeline(
      halves,
      async function* (source) {
        for await (const chunk of source) yield chunk.toString().toUpperCase();
      },
      async (source) => {
        for await (const chunk of source) size += chunk.length;
      },
    );
    return size;
  },
  "stream compose": async () => drain(compose(Readable.from(halves), new PassThrough())),
  "stream finished": async () => {
    const writable = new Writable({ write: (chunk, encoding, done) => done() });
    writable.end("x");
    return finished(writable);
  },
  "stream duplexPair or PassThrough": async () => {
    const through = new PassThrough();
    through.end(block);
    return drain(through);
  },
  "stream consumers json": async () => json(Readable.from(['{"a":', "1}"])),
  "stream consumers arrayBuffer": async () => (await arrayBuffer(Readable.from(halves))).byteLength,
  "stream Duplex.toWeb": async () => {
    const { readable, writable } = Duplex.toWeb(new PassThrough());
    const writer = writable.getWriter();
    writer.write(block);
    writer.close();
    return drain(readable);
  },
  "web stream values preventCancel": async () => {
    const stream = ReadableStream.from(halves);
    for await (const chunk of stream.values({ preventCancel: true })) return chunk.length;
  },
  "web stream lines": async () => {
    let rest = "";
    let count = 0;
    for await (const text of ReadableStream.from(halves).pipeThrough(new TextDecoderStream())) {
      const found = (rest + text).split("\n");
      rest = found.pop();
      count += found.length;
    }
    return count;
  },
  "TextDecoder stream ascii": () => decode("utf-8", asciiParts),
  "TextDecoder stream wide": () => decode("utf-8", wideParts),
  "TextDecoder stream fatal": () => decode("utf-8", wideParts, { fatal: true }),
  "TextDecoder stream utf-16": () => decode("utf-16le", utf16Parts),
  "TextDecoder stream latin1": () => decode("windows-1252", latin1Parts),
  "TextDecoder stream shift_jis": () => decode("shift_jis", japaneseParts),
  "TextDecoder one byte at a time": (() => {
    const parts = pieces(wide.subarray(0, 200), 1);
    return () => decode("utf-8", parts);
  })(),
  "TextDecoder ignoreBOM": () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(wide),
  "new TextDecoder": () => new TextDecoder("utf-16le").encoding,
  "TextDecoder fatal failure": () => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0xff]));
    } catch (error) {
      return error.code;
    }
  },
  "StringDecoder parts": () => {
    const decoder = new StringDecoder("utf8");
    let length = 0;
    for (const part of wideParts) length += decoder.write(part).length;
    return length + decoder.end().length;
  },
  "TextDecoderStream 25 parts": async () => drain(ReadableStream.from(wideParts).pipeThrough(new TextDecoderStream())),
};
