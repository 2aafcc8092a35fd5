import assert from "node:assert";
import { once } from "node:events";
import fs from "node:fs";
import http2 from "node:http2";
import { test } from "../harness.ts";
import { ask, withServer } from "./exchange.ts";

test("a request and its response exchange headers and a body", async () => {
  await withServer(
    (stream, headers) => {
      assert.deepStrictEqual(
        [headers[":method"], headers[":path"], headers[":scheme"], headers["x-a"]],
        ["GET", "/p?q", "http", "1, 2"],
      );
      stream.respond({ ":status": 201, "Content-Type": "text/plain", "set-cookie": ["a=b", "c=d"] });
      stream.end("hello");
    },
    async (client) => {
      const { headers, body } = await ask(client, { ":path": "/p?q", "x-a": ["1", "2"] });
      assert.strictEqual(headers[":status"], 201);
      assert.strictEqual(headers["content-type"], "text/plain");
      assert.deepStrictEqual(headers["set-cookie"], ["a=b", "c=d"]);
      assert.ok(!Number.isNaN(Date.parse(headers.date)));
      assert.strictEqual(body, "hello");
    },
  );
});

test("a body of a megabyte goes both ways through flow control", async () => {
  await withServer(
    (stream) => {
      stream.respond();
      stream.pipe(stream);
    },
    async (client) => {
      const sent = "0123456789abcdef".repeat(65_536);
      const { body } = await ask(client, { ":method": "POST" }, sent);
      assert.strictEqual(body.length, sent.length);
      assert.ok(body === sent);
    },
  );
});

test("an unread stream stops its sender at the window", async () => {
  let sent = 0;
  await withServer(
    (stream) => {
      stream.respond();
      const chunk = Buffer.alloc(16_384);
      const write = () => {
        while (sent < 64 * chunk.length) {
          sent += chunk.length;
          if (!stream.write(chunk)) return void stream.once("drain", write);
        }
        stream.end();
      };
      write();
    },
    async (client) => {
      const stream = client.request();
      await once(stream, "response");
      await new Promise((resolve) => setTimeout(resolve, 100));
      // The window of 65,535 bytes, what the client's stream holds, and one write that waits.
      assert.ok(sent < 32 * 16_384, `${sent} bytes were sent`);
      let received = 0;
      stream.on("data", (chunk: Uint8Array) => (received += chunk.length));
      await once(stream, "end");
      assert.strictEqual(received, 64 * 16_384);
    },
  );
});

test("requests of one session run side by side", async () => {
  await withServer(
    (stream, headers) => {
      setTimeout(() => {
        stream.respond();
        stream.end(headers[":path"]);
      }, 5);
    },
    async (client) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => ask(client, { ":path": `/${index}` })),
      );
      assert.deepStrictEqual(
        answers.map(({ body }) => body),
        Array.from({ length: 50 }, (_, index) => `/${index}`),
      );
    },
  );
});

test("trailers follow the body when they were announced", async () => {
  await withServer(
    (stream) => {
      stream.respond({}, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "x-sum": "7" }));
      stream.end("body");
    },
    async (client) => {
      const stream = client.request();
      const [trailers] = await Promise.all([once(stream, "trailers"), once(stream.resume(), "end")]);
      assert.strictEqual(trailers[0]["x-sum"], "7");
    },
  );
});

test("interim responses arrive as headers", async () => {
  await withServer(
    (stream) => {
      stream.additionalHeaders({ ":status": 103, link: "</a>" });
      assert.throws(() => stream.additionalHeaders({ ":status": 101 }), { code: "ERR_HTTP2_STATUS_101" });
      assert.throws(() => stream.additionalHeaders({ ":status": 200 }), {
        name: "RangeError",
        code: "ERR_HTTP2_INVALID_INFO_STATUS",
      });
      stream.respond();
      assert.throws(() => stream.additionalHeaders({ ":status": 103 }), { code: "ERR_HTTP2_HEADERS_AFTER_RESPOND" });
      stream.end();
    },
    async (client) => {
      const stream = client.request();
      const [headers] = await once(stream, "headers");
      assert.deepStrictEqual([headers[":status"], headers.link], [103, "</a>"]);
      await once(stream.resume(), "close");
    },
  );
});

test("a HEAD request has no body", async () => {
  await withServer(
    (stream) => {
      stream.respond({ "content-length": 5 });
      assert.ok(stream.headRequest && stream.writableEnded);
    },
    async (client) => {
      const { headers, body } = await ask(client, { ":method": "HEAD" });
      assert.deepStrictEqual([headers["content-length"], body], ["5", ""]);
    },
  );
});

test("a server pushes responses that were not requested", async () => {
  await withServer(
    (stream) => {
      stream.pushStream({ ":path": "/pushed" }, (error: any, pushed: any) => {
        assert.ifError(error);
        assert.throws(() => pushed.pushStream({}, () => {}), { code: "ERR_HTTP2_NESTED_PUSH" });
        pushed.respond({ "x-pushed": "yes" });
        pushed.end("pushed");
      });
      stream.respond();
      stream.end("asked");
    },
    async (client) => {
      let body = "";
      const pushed = new Promise((resolve) => {
        client.on("stream", (stream: any, headers: any) => {
          assert.strictEqual(headers[":path"], "/pushed");
          stream.on("data", (chunk: Uint8Array) => (body += chunk)).on("end", resolve);
        });
      });
      assert.strictEqual((await ask(client)).body, "asked");
      await pushed;
      assert.strictEqual(body, "pushed");
    },
  );
});

test("files and parts of files are sent", async () => {
  const file = `${process.env["TMPDIR"] ?? "/tmp"}/brio-http2-${process.pid}.txt`;
  fs.writeFileSync(file, "x".repeat(100_000) + "0123456789");
  try {
    await withServer(
      (stream, headers) => {
        if (headers[":path"] === "/all") stream.respondWithFile(file, { "content-type": "text/plain" });
        else if (headers[":path"] === "/part") stream.respondWithFile(file, {}, { offset: 100_002, length: 3 });
        else if (headers[":path"] === "/none") {
          stream.respondWithFile(
            `${file}.none`,
            {},
            {
              onError: (error: any) => {
                stream.respond({ ":status": 404 });
                stream.end(error.code);
              },
            },
          );
        } else {
          const fd = fs.openSync(file, "r");
          stream.on("close", () => fs.closeSync(fd));
          stream.respondWithFD(fd, {}, { offset: 100_000 });
        }
      },
      async (client) => {
        const all = await ask(client, { ":path": "/all" });
        assert.deepStrictEqual([all.body.length, all.headers["content-length"]], [100_010, "100010"]);
        assert.strictEqual((await ask(client, { ":path": "/part" })).body, "234");
        assert.strictEqual((await ask(client, { ":path": "/fd" })).body, "0123456789");
        const none = await ask(client, { ":path": "/none" });
        assert.deepStrictEqual([none.headers[":status"], none.body], [404, "ENOENT"]);
      },
    );
  } finally {
    fs.unlinkSync(file);
  }
});

test("closing with a code resets the stream at the other end", async () => {
  await withServer(
    (stream) => {
      stream.on("error", () => {});
      stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    },
    async (client) => {
      const stream = client.request();
      const [error]: any = await once(stream, "error");
      assert.deepStrictEqual(
        [error.code, error.message],
        ["ERR_HTTP2_STREAM_ERROR", "Stream closed with error code NGHTTP2_INTERNAL_ERROR"],
      );
      assert.strictEqual(stream.rstCode, 2);
    },
  );
});

test("a signal ends a request, and the server sees it cancelled", async () => {
  let closed: Promise<unknown> | undefined;
  await withServer(
    (stream) => {
      closed = once(stream, "close").then(() => assert.deepStrictEqual([stream.aborted, stream.rstCode], [true, 8]));
      stream.respond();
      stream.write("x");
    },
    async (client) => {
      const controller = new AbortController();
      const stream = client.request({ ":method": "POST" }, { signal: controller.signal });
      await once(stream, "response");
      controller.abort();
      const [error]: any = await once(stream, "error");
      assert.strictEqual(error.name, "AbortError");
      await closed;
    },
  );
});

test("responses are refused when they cannot be", async () => {
  await withServer(
    (stream) => {
      assert.throws(() => stream.respond({ ":status": 99 }), { name: "RangeError", code: "ERR_HTTP2_STATUS_INVALID" });
      assert.throws(() => stream.respond({ ":path": "/" }), {
        name: "TypeError",
        code: "ERR_HTTP2_INVALID_PSEUDOHEADER",
        message: '":path" is an invalid pseudoheader or is used incorrectly',
      });
      assert.throws(() => stream.respond({ connection: "close" }), { code: "ERR_HTTP2_INVALID_CONNECTION_HEADERS" });
      assert.throws(() => stream.respond({ "content-type": ["a", "b"] }), {
        code: "ERR_HTTP2_HEADER_SINGLE_VALUE",
        message: 'Header field "content-type" must only have a single value',
      });
      assert.throws(() => stream.respond("x"), { code: "ERR_INVALID_ARG_TYPE" });
      stream.respond({ ":status": 204 });
      assert.throws(() => stream.respond(), {
        code: "ERR_HTTP2_HEADERS_SENT",
        message: "Response has already been initiated.",
      });
      assert.throws(() => stream.sendTrailers({}), { code: "ERR_HTTP2_TRAILERS_NOT_READY" });
    },
    async (client) => {
      assert.strictEqual((await ask(client)).headers[":status"], 204);
    },
  );
});

test("sensitive headers are reported to both peers", async () => {
  await withServer(
    (stream, headers) => {
      assert.deepStrictEqual(headers[http2.sensitiveHeaders], ["x-secret"]);
      stream.respond({ "x-key": "k", [http2.sensitiveHeaders]: ["x-key"] });
      stream.end();
    },
    async (client) => {
      const { headers } = await ask(client, { "x-secret": "s", [http2.sensitiveHeaders]: ["x-secret"] });
      assert.deepStrictEqual(headers[http2.sensitiveHeaders], ["x-key"]);
    },
  );
});
