// fetch of data: and blob: URLs, content codings, and that fetch lets the process end; the behaviour is that of Node 26.
import assert from "node:assert";
import process from "node:process";
import zlib from "node:zlib";
import { test } from "../harness.ts";
import { rejection, withServer } from "./server.ts";

test("data: URLs have a type and a body", async () => {
  const read = async (url: string): Promise<unknown[]> => {
    const response = await fetch(url);
    return [response.status, response.headers.get("content-type"), await response.text()];
  };
  assert.deepStrictEqual(await read("data:,a%20b"), [200, "text/plain;charset=US-ASCII", "a b"]);
  assert.deepStrictEqual(await read("data:text/html;charset=utf-8,<p>#x"), [200, "text/html;charset=utf-8", "<p>"]);
  assert.deepStrictEqual(await read("data:application/json;base64,eyJhIjoxfQ=="), [200, "application/json", '{"a":1}']);
  assert.deepStrictEqual(await read("data:;charset=x;base64,aGk"), [200, "text/plain;charset=x", "hi"]);
  assert.deepStrictEqual(await read("data:/a/../text/plain,b?c d#e"), [200, "text/plain;charset=US-ASCII", "b?c d"]);
  assert.deepStrictEqual(await read("DATA:text/plain;charset=utf-8,é"), [200, "text/plain;charset=utf-8", "é"]);
  assert.strictEqual((await fetch("data:,a b#c")).url, "data:,a b");
  assert.strictEqual((await rejection(fetch("data:text/plain;base64,a"))).message, "fetch failed");
  assert.strictEqual((await rejection(fetch("data:nothing"))).message, "fetch failed");
});

test("blob: URLs have the blob, until they are revoked", async () => {
  const url = URL.createObjectURL(new Blob(["hello"], { type: "text/x" }));
  const response = await fetch(url);
  assert.deepStrictEqual(
    [
      response.status,
      response.headers.get("content-type"),
      response.headers.get("content-length"),
      await response.text(),
    ],
    [200, "text/x", "5", "hello"],
  );
  const part = await fetch(url, { headers: { range: "bytes=1-3" } });
  assert.deepStrictEqual([part.status, await part.text()], [206, "ell"]);
  URL.revokeObjectURL(url);
  assert.strictEqual((await rejection(fetch(url))).message, "fetch failed");
});

const CODINGS: [string, (bytes: Buffer) => Buffer][] = [
  ["gzip", zlib.gzipSync],
  ["deflate", zlib.deflateSync],
  ["deflate", zlib.deflateRawSync],
  ["br", zlib.brotliCompressSync],
];

test("content codings are decoded", async () => {
  const text = "the same words again and again, ".repeat(20_000);
  for (const [name, encode] of CODINGS) {
    await withServer(
      (_, response) => {
        response.setHeader("content-encoding", name);
        response.end(encode(Buffer.from(text)));
      },
      async (url) => {
        const response = await fetch(url);
        assert.strictEqual(response.headers.get("content-encoding"), name);
        assert.strictEqual(await response.text(), text, name);
        let length = 0;
        for await (const chunk of (await fetch(url)).body as any) length += chunk.byteLength;
        assert.strictEqual(length, text.length, `${name} as a stream`);
      },
    );
  }
});

test("two codings are decoded in order", () =>
  withServer(
    (_, response) => {
      response.setHeader("content-encoding", "deflate, gzip");
      response.end(zlib.gzipSync(zlib.deflateSync("twice")));
    },
    async (url) => {
      assert.strictEqual(await (await fetch(url)).text(), "twice");
    },
  ));

test("an unknown coding is passed on", () =>
  withServer(
    (_, response) => {
      response.setHeader("content-encoding", "x-mine");
      response.end("as it is");
    },
    async (url) => {
      assert.strictEqual(await (await fetch(url)).text(), "as it is");
    },
  ));

test("a body that is not in its coding fails", () =>
  withServer(
    (_, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end("this is no gzip at all");
    },
    async (url) => {
      const error = await rejection(fetch(url).then((response) => response.text()));
      assert.strictEqual(error.name, "TypeError");
    },
  ));

test("the accepted codings are offered, unless a range is requested", () =>
  withServer(
    (request, response) => {
      response.end(request.headers["accept-encoding"]);
    },
    async (url) => {
      assert.strictEqual(await (await fetch(url)).text(), "gzip, deflate");
      assert.strictEqual(await (await fetch(url, { headers: { range: "bytes=0-1" } })).text(), "identity");
      assert.strictEqual(await (await fetch(url, { headers: { "accept-encoding": "x" } })).text(), "x");
    },
  ));

test("integrity accepts only the right body", () =>
  withServer(
    (_, response) => {
      response.end("hello");
    },
    async (url) => {
      const right = "sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=";
      assert.strictEqual(await (await fetch(url, { integrity: right })).text(), "hello");
      assert.strictEqual(await (await fetch(url, { integrity: `md5-x ${right}` })).text(), "hello");
      const error = await rejection(fetch(url, { integrity: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" }));
      assert.deepStrictEqual(
        [error.name, error.message, error.cause.message],
        ["TypeError", "fetch failed", "integrity mismatch"],
      );
    },
  ));

test("integrity holds for data: and blob: URLs, without padding, and an invalid hash matches nothing", () =>
  withServer(
    (_, response) => {
      response.end("hello");
    },
    async (url) => {
      const right = "sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ";
      for (const where of [url, "data:,hello", URL.createObjectURL(new Blob(["hello"]))]) {
        assert.strictEqual(await (await fetch(where, { integrity: right })).text(), "hello");
        for (const wrong of ["sha256-47DEQpj8HBSa", "sha384-", "sha256-!!", `sha512-AAAA ${right}`]) {
          assert.strictEqual(
            (await rejection(fetch(where, { integrity: wrong }))).cause.message,
            "integrity mismatch",
            `${where.slice(0, 5)} ${wrong}`,
          );
        }
      }
    },
  ));

test("idle connections and unread bodies let the process exit", () =>
  withServer(
    (request, response) => {
      response.end(request.url === "/large" ? Buffer.alloc(2_000_000) : "small");
    },
    async (url) => {
      const program = `await fetch("${url}/small"); await (await fetch("${url}/small")).text(); console.log("done");`;
      await new Promise<void>((resolve, reject) => {
        import("node:child_process").then(({ spawn }) => {
          const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
            stdio: ["ignore", "pipe", "inherit"],
          });
          let output = "";
          child.stdout.on("data", (chunk) => {
            output += chunk;
          });
          child.on("exit", (code) =>
            code === 0 && output === "done\n" ? resolve() : reject(new Error(`${code} ${output}`)),
          );
        }, reject);
      });
    },
  ));
