// Buffer, typed text encodings, Blob and compression.
import { Blob, Buffer, transcode } from "node:buffer";
import zlib from "node:zlib";
import { promisify } from "node:util";
import { StringDecoder } from "node:string_decoder";

const kb = Buffer.alloc(1024, "abcdefghij");
const mb = Buffer.alloc(1 << 20, "The quick brown fox. ");
const ascii = "The quick brown fox jumps over the lazy dog. ".repeat(22);
const wide = "Zażółć gęślą jaźń — 日本語 ".repeat(40);
const base64 = kb.toString("base64");
const hex = kb.toString("hex");
const utf16 = Buffer.from(wide, "utf16le");
const utf8 = Buffer.from(wide);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const latin = new TextDecoder("latin1");
const target = new Uint8Array(4096);
const gzipped = zlib.gzipSync(ascii);
const deflated = zlib.deflateRawSync(ascii);
const gzip = promisify(zlib.gzip);
const gunzip = promisify(zlib.gunzip);
const other = Buffer.from(kb);

export const operations = {
  "Buffer.from ascii 1 kB": () => Buffer.from(ascii),
  "Buffer.from wide": () => Buffer.from(wide),
  "Buffer.from short": () => Buffer.from("hello"),
  "Buffer.from base64": () => Buffer.from(base64, "base64"),
  "Buffer.from hex": () => Buffer.from(hex, "hex"),
  "Buffer.from latin1": () => Buffer.from(ascii, "latin1"),
  "Buffer.from utf16le": () => Buffer.from(wide, "utf16le"),
  "Buffer.from array": () => Buffer.from([1, 2, 3, 4]),
  "Buffer.from buffer": () => Buffer.from(kb),
  "Buffer.alloc 1 kB": () => Buffer.alloc(1024),
  "Buffer.allocUnsafe 1 kB": () => Buffer.allocUnsafe(1024),
  "Buffer.alloc 64 kB": () => Buffer.alloc(65536),
  "Buffer.byteLength wide": () => Buffer.byteLength(wide),
  "Buffer.concat 10": (() => {
    const parts = Array(10).fill(kb);
    return () => Buffer.concat(parts);
  })(),
  "Buffer.compare": () => Buffer.compare(kb, other),
  "buffer equals": () => kb.equals(other),
  "buffer toString ascii": () => kb.toString(),
  "buffer toString wide": () => utf8.toString(),
  "buffer toString short": () => kb.toString("utf8", 0, 8),
  "buffer toString base64": () => kb.toString("base64"),
  "buffer toString base64url": () => kb.toString("base64url"),
  "buffer toString hex": () => kb.toString("hex"),
  "buffer toString latin1": () => kb.toString("latin1"),
  "buffer toString utf16le": () => utf16.toString("utf16le"),
  "buffer toString base64 1 MB": () => mb.toString("base64"),
  "buffer toString utf8 1 MB": () => mb.toString(),
  "buffer toJSON": () => kb.subarray(0, 64).toJSON().data.length,
  "buffer write": () => kb.write("hello", 10),
  "buffer read integers": () => kb.readUInt32LE(0) + kb.readInt16BE(4) + kb.readDoubleLE(8),
  "buffer write integers": () => other.writeUInt32BE(7, 0) + other.writeInt8(-1, 4) + other.writeFloatLE(1.5, 8),
  "buffer subarray": () => kb.subarray(10, 20),
  "buffer copy": () => kb.copy(target),
  "buffer fill": () => other.fill("abcdefghij"),
  "buffer indexOf string": () => kb.indexOf("jab"),
  "buffer indexOf byte 1 MB": () => mb.indexOf(0x7a),
  "buffer includes": () => kb.includes("xyz"),
  "buffer swap16": () => other.swap16(),
  "buffer iterate": () => {
    let sum = 0;
    for (const byte of kb) sum += byte;
    return sum;
  },
  transcode: () => transcode(utf8, "utf8", "utf16le"),
  "TextEncoder encode ascii": () => encoder.encode(ascii),
  "TextEncoder encode wide": () => encoder.encode(wide),
  "TextEncoder encode short": () => encoder.encode("hello"),
  "TextEncoder encodeInto": () => encoder.encodeInto(ascii, target),
  "TextDecoder decode ascii": () => decoder.decode(kb),
  "TextDecoder decode wide": () => decoder.decode(utf8),
  "TextDecoder decode latin1": () => latin.decode(kb),
  "TextDecoder stream": () => {
    const streaming = new TextDecoder();
    return streaming.decode(utf8.subarray(0, 11), { stream: true }) + streaming.decode(utf8.subarray(11));
  },
  StringDecoder: () => {
    const strings = new StringDecoder("utf8");
    return strings.write(utf8.subarray(0, 11)) + strings.write(utf8.subarray(11)) + strings.end();
  },
  atob: () => atob(base64),
  btoa: () => btoa(ascii),
  "Uint8Array toBase64": () => (kb.toBase64 ? kb.toBase64() : kb.toString("base64")),
  "new Blob": () => new Blob([ascii]).size,
  "Blob text": async () => new Blob([ascii]).text(),
  "Blob arrayBuffer": async () => new Blob([kb]).arrayBuffer(),
  "Blob slice": () => new Blob([kb]).slice(10, 20).size,
  "Blob stream": async () => {
    let size = 0;
    for await (const chunk of new Blob([kb, kb]).stream()) size += chunk.length;
    return size;
  },
  File: () => new File([ascii], "a.txt").name,
  "gzipSync 1 kB": () => zlib.gzipSync(ascii),
  "gunzipSync 1 kB": () => zlib.gunzipSync(gzipped),
  "inflateRawSync 1 kB": () => zlib.inflateRawSync(deflated),
  "deflateSync 1 kB": () => zlib.deflateSync(ascii),
  "brotliCompressSync 1 kB": () =>
    zlib.brotliCompressSync(ascii, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  "crc32 1 kB": () => zlib.crc32?.(kb),
  "gzip async 1 kB": async () => gzip(ascii),
  "gunzip async 1 kB": async () => gunzip(gzipped),
};
