// How functions answer wrong arguments: class, code and message as Node 26 gives them. The tools of tests/surface/ find
// such differences; this keeps what they found.
import assert from "node:assert";
import crypto from "node:crypto";
import dgram from "node:dgram";
import dns from "node:dns";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import perfHooks from "node:perf_hooks";
import process from "node:process";
import querystring from "node:querystring";
import readline from "node:readline";
import readlinePromises from "node:readline/promises";
import { PassThrough } from "node:stream";
import tls from "node:tls";
import zlib from "node:zlib";
import { test } from "../harness.ts";

/** Fails unless `call` throws an error of this class and code with this message. */
function refuses(call: () => unknown, name: string, code: string | undefined, message: string): void {
  assert.throws(call, (error: any) => {
    assert.deepStrictEqual({ name: error.name, code: error.code, message: error.message }, { name, code, message });
    return true;
  });
}

const any = (value: unknown): any => value;

test("an empty path is named in the errors of fs", () => {
  refuses(() => fs.openSync("", "r"), "Error", "ENOENT", "ENOENT: no such file or directory, open ''");
  refuses(() => fs.renameSync("missing", ""), "Error", "ENOENT", "ENOENT: no such file or directory, rename 'missing' -> ''");
});

test("fs takes a mode with a fraction and refuses one that is no number", () => {
  fs.accessSync(".", 0.5);
  refuses(() => fs.accessSync(".", NaN), "RangeError", "ERR_OUT_OF_RANGE", "mode is out of range");
  refuses(() => fs.accessSync(".", 8), "RangeError", "ERR_OUT_OF_RANGE", "mode is out of range: >= 0 && <= 7");
});

test("fs gives big integers only for `bigint: true`", () => {
  assert.strictEqual(typeof fs.statSync(".", any({ bigint: 1 })).size, "number");
  assert.strictEqual(typeof fs.statSync(".", { bigint: true }).size, "bigint");
});

test("the promises of fs check their options", async () => {
  await assert.rejects(fs.promises.stat(".", any(null)), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message: 'The "options" argument must be of type object. Received null' });
  await assert.rejects(fs.promises.readlink(any(1)), { message: 'The "oldPath" argument must be of type string or an instance of Buffer or URL. Received type number (1)' });
});

test("fs.globSync checks patterns and folder", () => {
  refuses(() => fs.globSync(any(null)), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "patterns" argument must be an instance of Array. Received null');
  refuses(() => fs.globSync("*", { cwd: any(1) }), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "paths[0]" argument must be of type string. Received type number (1)');
});

test("O_DSYNC is not O_SYNC", () => {
  assert.notStrictEqual(fs.constants.O_DSYNC, fs.constants.O_SYNC);
});

test("querystring.parse ends with an empty separator", () => {
  assert.deepStrictEqual({ ...querystring.parse("a=b&c", any([])) }, { a: "" });
  assert.deepStrictEqual({ ...querystring.parse("ab&c", "&", any([])) }, { "": ["ab", "c"] });
});

test("Buffer.fill wants integers", () => {
  refuses(() => Buffer.alloc(8).fill("a", 1.5), "RangeError", "ERR_OUT_OF_RANGE", 'The value of "offset" is out of range. It must be an integer. Received 1.5');
  assert.strictEqual(Buffer.alloc(any(1.5), "a").toString(), "a");
  refuses(() => any(Buffer.alloc(8)).hexWrite("aa", -1), "RangeError", "ERR_OUT_OF_RANGE", "Index out of range");
});

test("zlib takes fractions of levels and nothing at all as no data", async () => {
  assert.strictEqual(zlib.gunzipSync(zlib.gzipSync("a", { level: 1.5 })).toString(), "a");
  const packed = await new Promise<Buffer>((resolve, reject) => zlib.deflate(any(undefined), (error, result) => (error ? reject(error) : resolve(result))));
  assert.strictEqual(zlib.inflateSync(packed).length, 0);
  refuses(() => zlib.deflate(any({}), () => {}), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object');
});

test("the flushes of zlib's classes are checked", () => {
  const range = (method: "createDeflate" | "createBrotliCompress", largest: number): void =>
    refuses(() => any(zlib)[method]().flush(9), "RangeError", "ERR_OUT_OF_RANGE", `The value of "kind" is out of range. It must be >= 0 and <= ${largest}. Received 9`);
  range("createDeflate", 5);
  range("createBrotliCompress", 3);
  refuses(() => any(zlib).createDeflate().flush("x"), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "kind" argument must be of type number. Received type string (\'x\')');
});

test("crypto names what is wrong", () => {
  refuses(() => crypto.getDiffieHellman(any(1)), "TypeError", "ERR_INVALID_ARG_TYPE", "Group name must be a string");
  refuses(() => any(crypto).argon2Sync(), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "algorithm" argument must be of type string. Received undefined');
  assert.throws(() => crypto.privateDecrypt(any(1), Buffer.alloc(1)), /^TypeError.*The "privateKey" argument must be of type string/);
  refuses(() => crypto.createPublicKey({ key: any({ kty: 1 }), format: "jwk" }), "TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK format");
  assert.strictEqual(Object.getPrototypeOf(crypto.getCipherInfo("aes-256-cbc")), null);
});

test("crypto.subtle refuses symbols, and importKey wants five arguments", async () => {
  const subtle = any(crypto.webcrypto.subtle);
  const code = "ERR_INVALID_ARG_TYPE";
  await assert.rejects(subtle.digest(Symbol("s"), new Uint8Array(1)), { code, message: "Failed to execute 'digest' on 'SubtleCrypto': 1st argument is a Symbol and cannot be converted to a string." });
  await assert.rejects(subtle.importKey("raw", new Uint8Array(1), "HKDF", false), { code: "ERR_MISSING_ARGS", message: "Failed to execute 'importKey' on 'SubtleCrypto': 5 arguments required, but only 4 present." });
});

test("performance.measure wants a text for a name, and a time that can be", () => {
  refuses(() => performance.measure(any(1)), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "name" argument must be of type string. Received type number (1)');
  performance.mark("surface");
  refuses(() => performance.measure("m", "surface", any(-1)), "TypeError", "ERR_PERFORMANCE_INVALID_TIMESTAMP", "-1 is not a valid timestamp");
  refuses(() => perfHooks.createHistogram({ highest: 1.5 }), "RangeError", "ERR_OUT_OF_RANGE", 'The value of "options.highest" is out of range. It must be an integer. Received 1.5');
});

test("process checks what was measured before and where variables are read", () => {
  refuses(() => process.cpuUsage(any([])), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "prevValue" argument must be of type object. Received an instance of Array');
  refuses(() => process.loadEnvFile(any(-1)), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "path" argument must be of type string or an instance of Buffer or URL. Received type number (-1)');
  assert.throws(() => { "use strict"; any(process).pid = 1; }, TypeError);
});

test("readline names its own time in the error of another", () => {
  refuses(() => readline.createInterface({ input: new PassThrough(), escapeCodeTimeout: any("x") }), "TypeError", "ERR_INVALID_ARG_VALUE", "The property 'input.escapeCodeTimeout' is invalid. Received 500");
  new readlinePromises.Readline(new PassThrough()).cursorTo(1, any(null));
});

test("net checks the list of blocked addresses and lets other wrong options be", async () => {
  refuses(() => new net.Socket({ blockList: {} } as any), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "options.blockList" property must be an net.BlockList. Received an instance of Object');
  const server = net.createServer().listen(any({ port: 0, host: "127.0.0.1", ipv6Only: 1, backlog: "x" }));
  await new Promise((resolve) => server.on("listening", resolve));
  server.close();
});

test("http checks the mark of its buffers and the encoding of text", () => {
  refuses(() => http.createServer({ highWaterMark: any("x") }), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "options.highWaterMark" property must be of type number. Received type string (\'x\')');
  const response = new http.ServerResponse(any({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1, headers: {} }));
  refuses(() => response.write("a", any(1)), "TypeError", "ERR_UNKNOWN_ENCODING", "Unknown encoding: 1");
});

test("tls tells why a socket has no keying material, and what a context is", () => {
  const socket = new tls.TLSSocket(new net.Socket());
  refuses(() => socket.exportKeyingMaterial(16, "label", any(undefined)), "Error", "ERR_TLS_INVALID_STATE", "TLS socket connection must be securely established");
  refuses(() => tls.connect({ port: 9, host: "127.0.0.1", secureContext: any({}) }), "TypeError", "ERR_TLS_INVALID_CONTEXT", "context must be a SecureContext");
  refuses(() => any(tls).getCACertificates("x"), "TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'type' is invalid. Received 'x'");
  refuses(() => tls.createSecureContext({ secureProtocol: "" }), "TypeError", "ERR_TLS_INVALID_PROTOCOL_METHOD", "Unknown method: ");
});

test("dns names the callback that is none, and wants a name", async () => {
  refuses(() => dns.resolve4("a.invalid", any("x")), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "callback" argument must be of type function. Received type string (\'x\')');
  refuses(() => dns.lookup(any(null), () => {}), "TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'hostname' must be a non-empty string. Received null");
  refuses(() => dns.lookupService(any(1), 1, () => {}), "TypeError", "ERR_INVALID_ARG_TYPE", 'The "address" argument must be of type string. Received type number (1)');
  refuses(() => new dns.Resolver().setLocalAddress("x"), "TypeError", "ERR_INVALID_ARG_VALUE", "Invalid IP address.");
  await assert.rejects(dns.promises.lookup(""), { code: "ERR_INVALID_ARG_VALUE", message: "The argument 'hostname' must be a non-empty string. Received ''" });
});

test("dgram tells a count of hops that cannot be from a socket that is not bound", () => {
  const socket = dgram.createSocket("udp4");
  refuses(() => socket.setTTL(-1), "Error", "EINVAL", "setTTL EINVAL");
  refuses(() => socket.setTTL(1.5), "Error", "EBADF", "setTTL EBADF");
  socket.close();
});

test("URLPattern tells arguments of a wrong type from patterns that cannot be", () => {
  const pattern = new (any(globalThis).URLPattern)({ pathname: "/a" });
  refuses(() => pattern.test(true), "TypeError", "ERR_INVALID_ARG_TYPE", "URLPattern input needs to be a string or an object");
  refuses(() => pattern.test({}, "http://a"), "TypeError", "ERR_OPERATION_FAILED", "Failed to test URLPattern");
  refuses(() => pattern.exec("/a", 1), "TypeError", "ERR_INVALID_ARG_TYPE", "baseURL must be a string");
});
