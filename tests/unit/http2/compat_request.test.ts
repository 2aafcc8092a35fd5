// Http2ServerRequest; the behaviour is that of Node 26.
import assert from "node:assert";
import http2 from "node:http2";
import net from "node:net";
import stream from "node:stream";
import { test } from "../harness.ts";
import { thrown, withServer } from "./compat_server.ts";

test("a request has method, URL, headers and version", async () => {
  let seen: any;
  await withServer(
    (request, response) => {
      seen = [
        request.method,
        request.url,
        request.scheme,
        request.authority.startsWith("127.0.0.1:"),
        request.httpVersion,
        request.httpVersionMajor,
        request.httpVersionMinor,
        request.headers["x-a"],
        request.rawHeaders.slice(request.rawHeaders.indexOf("x-a")),
        request.complete,
        request.aborted,
        request instanceof stream.Readable,
        request === (response as any).req,
        request.stream === response.stream,
      ];
      response.end();
    },
    async (ask) => void (await ask({ ":path": "/a?b", "X-A": "1" })),
  );
  assert.deepStrictEqual(seen, [
    "GET",
    "/a?b",
    "http",
    true,
    "2.0",
    2,
    0,
    "1",
    ["x-a", "1"],
    false,
    false,
    true,
    true,
    true,
  ]);
});

test("a body and its trailers arrive", async () => {
  await withServer(
    (request, response) => {
      let text = "";
      request.setEncoding("utf8");
      request.on("data", (chunk) => void (text += chunk));
      request.on("end", () =>
        response.end(JSON.stringify([text, request.trailers["x-t"], request.rawTrailers, request.complete])),
      );
    },
    async (_ask, _server, client) => {
      const sent = client.request({ ":method": "POST" }, { waitForTrailers: true } as any);
      sent.on("wantTrailers", () => sent.sendTrailers({ "x-t": "1" }));
      sent.end("hello");
      let text = "";
      for await (const chunk of sent) text += chunk;
      assert.deepStrictEqual(JSON.parse(text), ["hello", "1", ["x-t", "1"], true]);
    },
  );
});

test("pause and resume control the stream", async () => {
  let early = "";
  await withServer(
    (request, response) => {
      let text = "";
      request.pause();
      request.on("data", (chunk) => void (text += chunk));
      setTimeout(() => {
        early = text;
        request.resume();
      }, 40);
      request.on("end", () => response.end(text));
    },
    async (ask) => assert.strictEqual((await ask({}, "body")).body, "body"),
  );
  assert.strictEqual(early, "");
});

test("method and url can be set", async () => {
  let seen: any;
  await withServer(
    (request, response) => {
      request.url = "/other";
      (request as any).method = "PUT";
      seen = [
        request.url,
        request.headers[":path"],
        request.method,
        thrown(() => {
          (request as any).method = 5;
        }),
        thrown(() => {
          (request as any).method = "  ";
        }),
      ];
      response.end();
    },
    async (ask) => void (await ask()),
  );
  assert.deepStrictEqual(seen, [
    "/other",
    "/other",
    "PUT",
    ["TypeError", "ERR_INVALID_ARG_TYPE", 'The "method" argument must be of type string. Received type number (5)'],
    ["TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'method' is invalid. Received '  '"],
  ]);
});

test("an unread body is discarded when the response is over", async () => {
  const events: string[] = [];
  await withServer(
    (request, response) => {
      for (const name of ["end", "close", "aborted", "error"]) request.on(name, () => events.push(name));
      response.end("done");
    },
    async (ask) => {
      assert.strictEqual((await ask({}, "body")).body, "done");
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  );
  assert.deepStrictEqual(events.sort(), ["close", "end"]);
});

test("a client that resets its stream aborts the request", async () => {
  let complete: unknown;
  await withServer(
    (request, response) => {
      response.write("x");
      request.on("aborted", () => void (complete = [request.aborted, request.complete]));
    },
    async (_ask, _server, client) => {
      const sent = client.request({ ":method": "POST" });
      sent.on("error", () => {});
      sent.once("data", () => sent.close(http2.constants.NGHTTP2_CANCEL));
      await new Promise((resolve) => sent.on("close", resolve));
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  );
  assert.deepStrictEqual(complete, [true, true]);
});

test("the socket represents the stream, and cannot be read or written", async () => {
  let seen: any;
  await withServer(
    (request, response) => {
      const { socket } = request as any;
      const refused = [
        "Error",
        "ERR_HTTP2_NO_SOCKET_MANIPULATION",
        "HTTP/2 sockets should not be directly manipulated (e.g. read and written)",
      ];
      for (const name of ["read", "write", "pause", "resume"]) {
        assert.deepStrictEqual(
          thrown(() => socket[name]),
          refused,
        );
        assert.deepStrictEqual(
          thrown(() => {
            socket[name] = 1;
          }),
          refused,
        );
      }
      socket.note = "kept";
      seen = [
        socket === request.connection,
        socket === response.socket,
        socket instanceof net.Socket,
        socket.readable,
        socket.writable,
        socket.destroyed,
        socket.remoteAddress,
        typeof socket.setEncoding,
        "on" in socket,
        "nothing" in socket,
        socket.note,
        typeof socket.address().port,
      ];
      response.on("finish", () => seen.push(response.socket, request.socket !== undefined));
      response.end();
    },
    async (ask) => {
      await ask();
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  );
  assert.deepStrictEqual(seen, [
    true,
    true,
    true,
    true,
    true,
    false,
    "127.0.0.1",
    "function",
    true,
    false,
    "kept",
    "number",
    undefined,
    true,
  ]);
});

test("CONNECT and expectations have events of their own", async () => {
  await withServer(
    (request, response) => response.end(`request ${request.headers.expect}`),
    async (ask, server) => {
      const unheard = await ask({
        ":method": "CONNECT",
        ":authority": "a:1",
        ":path": undefined,
        ":scheme": undefined,
      });
      assert.strictEqual(unheard.headers[":status"], 405);
      const continued = await ask({ expect: "100-continue" }, "x");
      assert.strictEqual(continued.body, "request 100-continue");
      assert.deepStrictEqual(
        continued.interim.map((headers) => headers[":status"]),
        [100],
      );
      assert.strictEqual((await ask({ expect: "meow" })).headers[":status"], 417);
      server.on("checkContinue", (_request, response) => {
        response.writeContinue();
        response.end("checked");
      });
      server.on("checkExpectation" as any, (_request: any, response: any) => response.end("expected"));
      server.on("connect" as any, (_request: any, response: any) => response.end("connected"));
      assert.strictEqual((await ask({ expect: "100-continue" }, "x")).body, "checked");
      assert.strictEqual((await ask({ expect: "meow" })).body, "expected");
      assert.strictEqual(
        (await ask({ ":method": "CONNECT", ":authority": "a:1", ":path": undefined, ":scheme": undefined })).body,
        "connected",
      );
    },
  );
});

test("a server makes its requests and responses of the classes it is given", async () => {
  class Request extends http2.Http2ServerRequest {
    get who(): string {
      return `request ${this.method}`;
    }
  }
  class Response extends http2.Http2ServerResponse {
    say(text: string): void {
      this.end(text);
    }
  }
  await withServer(
    (request, response) => (response as any).say((request as any).who),
    async (ask) => {
      assert.strictEqual((await ask()).body, "request GET");
    },
    { Http2ServerRequest: Request as any, Http2ServerResponse: Response as any },
  );
});
