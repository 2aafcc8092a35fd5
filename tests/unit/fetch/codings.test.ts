// Content codings of responses; the behaviour is that of Node 26.
import assert from "node:assert";
import zlib from "node:zlib";
import { test } from "../harness.ts";
import { rejection, withServer } from "./server.ts";

const text = "coded ".repeat(50_000);

test("zstd, brotli, gzip and deflate are decoded", () =>
  withServer(
    (request, response) => {
      const coding = request.url!.slice(1);
      const coded = {
        zstd: zlib.zstdCompressSync,
        br: zlib.brotliCompressSync,
        gzip: zlib.gzipSync,
        deflate: zlib.deflateSync,
      }[coding]!(text);
      response.setHeader("content-encoding", coding);
      response.end(coded);
    },
    async (url) => {
      for (const coding of ["zstd", "br", "gzip", "deflate"]) {
        const response = await fetch(`${url}/${coding}`);
        assert.strictEqual(response.headers.get("content-encoding"), coding);
        assert.ok((await response.text()) === text, coding);
      }
    },
  ));

test("a zstd body that arrives in chunks can be read as a stream", () =>
  withServer(
    async (_request, response) => {
      const coded = zlib.zstdCompressSync(text);
      response.setHeader("content-encoding", "zstd");
      const half = coded.length >> 1;
      response.write(coded.subarray(0, half));
      setTimeout(() => response.end(coded.subarray(half)), 20);
    },
    async (url) => {
      let read = "";
      const decoder = new TextDecoder();
      for await (const chunk of (await fetch(url)).body as any) read += decoder.decode(chunk, { stream: true });
      assert.ok(read === text);
    },
  ));

test("a truncated zstd body fails", () =>
  withServer(
    (_request, response) => {
      response.setHeader("content-encoding", "zstd");
      response.end("this is not zstd");
    },
    async (url) => {
      const error = await rejection(fetch(url).then((response) => response.text()));
      assert.strictEqual(error.name, "TypeError");
    },
  ));

test("the codings on offer depend on TLS", () =>
  withServer(
    (request, response) => response.end(request.headers["accept-encoding"]),
    async (url) => {
      assert.strictEqual(await (await fetch(url)).text(), "gzip, deflate");
      assert.strictEqual(await (await fetch(url, { headers: { range: "bytes=0-" } })).text(), "identity");
    },
  ));
