// Http2ServerResponse; the behaviour is that of Node 26.
import assert from "node:assert";
import { pipeline, Readable } from "node:stream";
import { test } from "../harness.ts";
import { type ClientResult, thrown, withServer } from "./compat_server.ts";

/** What the client receives of a response that `handler` sends. */
async function answered(handler: (request: any, response: any) => void, headers: any = {}): Promise<ClientResult> {
  let received: ClientResult | null = null;
  await withServer(handler, async (ask) => void (received = await ask(headers)));
  return received!;
}

test("a response has status, fields, body and trailers", async () => {
  const received = await answered((_request, response) => {
    response.statusCode = 201;
    response.setHeader(" X-A ", "1");
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.appendHeader("x-a", ["2", "3"]);
    response.addTrailers({ ABC: 1 });
    response.setTrailer("x-t", "2");
    response.write("hel");
    response.end("lo");
  });
  assert.deepStrictEqual(
    [
      received.headers[":status"],
      received.headers["x-a"],
      received.headers["set-cookie"],
      typeof received.headers.date,
    ],
    [201, "1, 2, 3", ["a=1", "b=2"], "string"],
  );
  assert.deepStrictEqual([received.body, received.trailers.abc, received.trailers["x-t"]], ["hello", "1", "2"]);
});

test("fields are read, found and removed by any spelling", async () => {
  let seen: any;
  await answered((_request, response) => {
    response.setHeader("Foo", "1");
    response.setHeader("bar", ["2"]);
    seen = [
      response.getHeader(" FOO\n"),
      response.hasHeader("fOO"),
      response.getHeaderNames(),
      { ...response.getHeaders() },
      Object.getPrototypeOf(response.getHeaders()),
    ];
    response.removeHeader("FOO");
    seen.push(response.hasHeader("foo"), response.getHeader("foo"), response.sendDate);
    response.removeHeader("Date");
    seen.push(response.sendDate);
    response.end();
  });
  assert.deepStrictEqual(seen, [
    "1",
    true,
    ["foo", "bar"],
    { foo: "1", bar: ["2"] },
    null,
    false,
    undefined,
    true,
    false,
  ]);
});

test("invalid fields are refused", async () => {
  const seen: any[] = [];
  await answered((_request, response) => {
    for (const method of ["setHeader", "setTrailer", "appendHeader"]) {
      seen.push([
        thrown(() => response[method]())[1],
        thrown(() => response[method]("", "x"))[1],
        thrown(() => response[method]("a b", "x"))[1],
        thrown(() => response[method]("a"))[2],
        thrown(() => response[method]("a", null))[2],
        thrown(() => response[method](":status", 1))[1],
      ]);
    }
    response.end();
  });
  const expected = [
    "ERR_INVALID_ARG_TYPE",
    "ERR_INVALID_HTTP_TOKEN",
    "ERR_INVALID_HTTP_TOKEN",
    'Invalid value "undefined" for header "a"',
    'Invalid value "null" for header "a"',
    "ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED",
  ];
  assert.deepStrictEqual(seen, [expected, expected, expected]);
});

test("the status is a final one", async () => {
  let seen: any;
  await answered((_request, response) => {
    seen = [
      thrown(() => {
        response.statusCode = 100;
      }),
      thrown(() => {
        response.statusCode = 99;
      }),
      thrown(() => {
        response.statusCode = 600;
      }),
      response.statusCode,
      response.statusMessage,
    ];
    response.end();
  });
  assert.deepStrictEqual(seen, [
    ["RangeError", "ERR_HTTP2_INFO_STATUS_NOT_ALLOWED", "Informational status codes cannot be used"],
    ["RangeError", "ERR_HTTP2_STATUS_INVALID", "Invalid status code: 99"],
    ["RangeError", "ERR_HTTP2_STATUS_INVALID", "Invalid status code: 600"],
    200,
    "",
  ]);
});

test("writeHead takes fields as an object, a list and pairs, in place of those that were set", async () => {
  const forms = [
    { "x-a": "new", y: ["1", "2"] },
    ["x-a", "new", "y", "1", "y", "2"],
    [
      ["x-a", "new"],
      ["y", "1"],
      ["Y", "2"],
    ],
  ];
  for (const form of forms) {
    const received = await answered((_request, response) => {
      response.setHeader("x-a", "old");
      assert.strictEqual(response.writeHead(202, form), response);
      response.end();
    });
    assert.deepStrictEqual(
      [received.headers[":status"], received.headers["x-a"], received.headers.y],
      [202, "new", "1, 2"],
    );
  }
  let seen: any;
  await answered((_request, response) => {
    seen = [thrown(() => response.writeHead(200, ["a"]))[1]];
    response.writeHead(200, "with a message");
    for (const late of [
      () => response.writeHead(200),
      () => response.setHeader("a", "b"),
      () => response.appendHeader("a", "b"),
      () => response.removeHeader("a"),
    ])
      seen.push(thrown(late)[1]);
    response.end();
  });
  assert.deepStrictEqual(seen, [
    "ERR_INVALID_ARG_VALUE",
    "ERR_HTTP2_HEADERS_SENT",
    "ERR_HTTP2_HEADERS_SENT",
    "ERR_HTTP2_HEADERS_SENT",
    "ERR_HTTP2_HEADERS_SENT",
  ]);
});

test("interim responses are sent before the head, and not after it", async () => {
  let seen: any;
  const received = await answered((_request, response) => {
    seen = [
      response.writeInformation(102),
      response.writeInformation(103, { x: "1" }),
      response.writeEarlyHints({ link: ["</a>; rel=preload", "</b>; rel=preload"], y: "2" }),
      response.writeEarlyHints({ link: [] }),
      thrown(() => response.writeInformation(101))[1],
      thrown(() => response.writeInformation("103"))[1],
      thrown(() => response.writeInformation(103, 5))[1],
      thrown(() => response.writeEarlyHints("x"))[1],
      thrown(() => response.writeEarlyHints({ link: "bad" }))[1],
    ];
    response.flushHeaders();
    seen.push(
      response.headersSent,
      response.writeInformation(102),
      response.writeContinue(),
      response.writeEarlyHints({ link: "</a>; rel=preload" }),
    );
    response.end();
  });
  assert.deepStrictEqual(seen, [
    true,
    true,
    true,
    false,
    "ERR_HTTP2_STATUS_INVALID",
    "ERR_HTTP2_STATUS_INVALID",
    "ERR_INVALID_ARG_TYPE",
    "ERR_INVALID_ARG_TYPE",
    "ERR_INVALID_ARG_VALUE",
    true,
    false,
    false,
    false,
  ]);
  assert.deepStrictEqual(
    received.interim.map((headers) => [headers[":status"], headers.x, headers.y, headers.link]),
    [
      [102, undefined, undefined, undefined],
      [103, "1", undefined, undefined],
      [103, undefined, "2", "</a>; rel=preload, </b>; rel=preload"],
    ],
  );
});

test("end calls back once it is finished, also when it is called again", async () => {
  const events: string[] = [];
  await withServer(
    (_request, response) => {
      response.on("finish", () => events.push("finish"));
      response.on("close", () => events.push("close"));
      response.end("a", () => events.push("first"));
      assert.strictEqual(
        response.end("b", () => events.push("second")),
        response,
      );
      assert.deepStrictEqual([response.writableEnded, (response as any).finished], [true, true]);
    },
    async (ask) => {
      assert.strictEqual((await ask()).body, "a");
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  );
  assert.deepStrictEqual(events, ["second", "first", "finish", "close"]);
});

test("a response to HEAD has no body", async () => {
  const received = await answered(
    (_request, response) => {
      response.writeHead(200, { "x-a": "1" });
      response.end("data");
    },
    { ":method": "HEAD" },
  );
  assert.deepStrictEqual([received.headers["x-a"], received.body, received.error], ["1", "", null]);
});

test("a write after the end calls back with an error", async () => {
  let code: string | undefined;
  await answered((request, response) => {
    request.on("error", () => {});
    response.stream.on("error", () => {});
    response.end("x");
    assert.strictEqual(
      response.write("late", (error: any) => void (code = error.code)),
      false,
    );
  });
  assert.strictEqual(code, "ERR_STREAM_WRITE_AFTER_END");
});

test("a pushed response arrives with its request", async () => {
  await withServer(
    (request, response) => {
      response.createPushResponse({ ":path": "/pushed" }, (error, push) => {
        assert.strictEqual(error, null);
        push!.end("pushed");
        response.end("asked");
      });
      assert.strictEqual(
        thrown(() => (response as any).createPushResponse({ ":path": "/x" }))[1],
        "ERR_INVALID_ARG_TYPE",
      );
      assert.strictEqual(request.url, "/");
    },
    async (ask, _server, client) => {
      const pushed = new Promise<string[]>((resolve) =>
        client.on("stream", (stream, headers) => {
          let text = "";
          stream.setEncoding("utf8");
          stream.on("data", (chunk: string) => void (text += chunk));
          stream.on("end", () => resolve([headers[":path"] as string, text]));
        }),
      );
      assert.strictEqual((await ask()).body, "asked");
      assert.deepStrictEqual(await pushed, ["/pushed", "pushed"]);
    },
  );
});

test("a stream can be piped into a response", async () => {
  const failure = await new Promise(async (resolve) => {
    const received = await answered((_request, response) =>
      pipeline(Readable.from(["a", "b"]), response, resolve as any),
    );
    assert.strictEqual(received.body, "ab");
  });
  assert.strictEqual(failure, undefined);
});

test("destroy resets the stream", async () => {
  const received = await answered((request, response) => {
    request.on("error", () => {});
    response.destroy(new Error("broken"));
    assert.strictEqual(response.write("x"), false);
  });
  assert.strictEqual((received.error as any).code, "ERR_HTTP2_STREAM_ERROR");
});

test("a time-out is reported to the request, the response and the callback", async () => {
  const received: string[] = [];
  await withServer(
    (request, response) => {
      request.on("timeout", () => received.push("request"));
      response.on("timeout", () => received.push("response"));
      response.setTimeout(20, () => {
        received.push("callback");
        response.end();
      });
    },
    async (ask) => void (await ask()),
  );
  assert.deepStrictEqual(received, ["request", "response", "callback"]);
});
