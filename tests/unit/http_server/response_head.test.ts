import assert from "node:assert";
import { test } from "../harness.ts";
import { responseTo, settle } from "./response_on_socket.ts";

async function headOf(act: (response: any) => void, request?: object): Promise<string> {
  const written = responseTo(request);
  act(written.response);
  await settle();
  return written.text();
}

test("a single end() announces the length of its text in bytes", async () => {
  const text = await headOf((response) => response.end("né"));
  assert.strictEqual(
    text,
    "HTTP/1.1 200 OK\r\nDate: X\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nn\xc3\xa9",
  );
});

test("an empty response has the length 0", async () => {
  const text = await headOf((response) => response.end());
  assert.strictEqual(text, "HTTP/1.1 200 OK\r\nDate: X\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n");
});

test("writeHead() before end() makes the body chunked", async () => {
  const text = await headOf((response) => {
    response.writeHead(200, { "Content-Type": "text/plain" });
    response.end("hello");
  });
  const head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: X\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n";
  assert.strictEqual(text, `${head}5\r\nhello\r\n0\r\n\r\n`);
});

test("writeHead() accepts a reason, and alternating names and values", async () => {
  const text = await headOf((response) => {
    response.writeHead(201, "Fine", ["A", "1", "a", "2", "Content-Length", "1"]);
    response.end("x");
  });
  assert.strictEqual(
    text,
    "HTTP/1.1 201 Fine\r\nA: 1\r\na: 2\r\nContent-Length: 1\r\nDate: X\r\nConnection: keep-alive\r\n\r\nx",
  );
});

test("headers of setHeader() come first and are replaced by those of writeHead()", async () => {
  const text = await headOf((response) => {
    response.setHeader("X-One", 1);
    response.setHeader("X-Two", ["a", "b"]);
    response.writeHead(200, { "x-one": "2", "Content-Length": 0 });
    response.end();
  });
  assert.strictEqual(
    text,
    "HTTP/1.1 200 OK\r\nx-one: 2\r\nX-Two: a\r\nX-Two: b\r\nContent-Length: 0\r\nDate: X\r\nConnection: keep-alive\r\n\r\n",
  );
});

test("headers of an object are its own, whatever it inherits and whatever they are called", async () => {
  const inherited = Object.assign(Object.create({ "x-inherited": "1" }), { "x-own": "2" });
  const bare = Object.assign(Object.create(null), { "x-bare": 3 });
  const odd = { hasOwnProperty: "4", "x-odd": "5" };
  const lines = ["x-own: 2\r\n", "x-bare: 3\r\n", "hasOwnProperty: 4\r\nx-odd: 5\r\n"];
  for (const [index, headers] of [inherited, bare, odd].entries()) {
    const text = await headOf((response) => {
      response.writeHead(200, headers);
      response.end();
    });
    assert.ok(text.startsWith(`HTTP/1.1 200 OK\r\n${lines[index]}Date: X\r\n`), text);
  }
});

test("a value that is sent again, as text or as a number, makes the same line", async () => {
  const sent: string[] = [];
  for (const value of [7, 7, "7", "7", 7, -0, 1e21, 8, 8]) {
    const text = await headOf((response) => {
      response.writeHead(200, { "x-again": value });
      response.end();
    });
    sent.push(/x-again: (.*)\r\n/.exec(text)![1]!);
  }
  assert.deepStrictEqual(sent, ["7", "7", "7", "7", "7", "0", "1e+21", "8", "8"]);
});

test("cookies to a client are lines, a Cookie header is one line", async () => {
  const text = await headOf((response) => {
    response.writeHead(200, { "Set-Cookie": ["a=1", "b=2"], Cookie: ["c", "d"], "Content-Length": "0" });
    response.end();
  });
  assert.ok(text.includes("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nCookie: c; d\r\n"), text);
});

test("204, 304 and HEAD have no body", async () => {
  for (const status of [204, 304]) {
    const text = await headOf((response) => {
      response.writeHead(status);
      response.end("lost");
    });
    assert.ok(text.endsWith("Connection: keep-alive\r\n\r\n"), text);
  }
  const text = await headOf((response) => response.end("lost"), { method: "HEAD" });
  assert.strictEqual(text, "HTTP/1.1 200 OK\r\nDate: X\r\nConnection: keep-alive\r\n\r\n");
});

test("a client of HTTP/1.0 gets no chunks, and the end of the connection", async () => {
  const text = await headOf(
    (response) => {
      response.write("a");
      response.end("b");
    },
    { httpVersionMinor: 0 },
  );
  assert.strictEqual(text, "HTTP/1.1 200 OK\r\nDate: X\r\nConnection: close\r\n\r\nab");
});

test("Connection: close is sent, and a removed one is not", async () => {
  assert.strictEqual(
    await headOf((response) => {
      response.setHeader("connection", "close");
      response.end();
    }),
    "HTTP/1.1 200 OK\r\nconnection: close\r\nDate: X\r\nContent-Length: 0\r\n\r\n",
  );
  assert.strictEqual(
    await headOf((response) => {
      response.removeHeader("connection");
      response.sendDate = false;
      response.end();
    }),
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  );
});

test("trailers follow the last chunk", async () => {
  const text = await headOf((response) => {
    response.setHeader("Trailer", "X-Sum");
    response.write("x");
    response.addTrailers({ "X-Sum": "1" });
    response.end();
  });
  assert.ok(text.endsWith("1\r\nx\r\n0\r\nX-Sum: 1\r\n\r\n"), text);
});

test("a Trailer header without chunks is refused", () => {
  const { response } = responseTo();
  response.setHeader("Trailer", "X-Sum");
  response.setHeader("Content-Length", 1);
  assert.throws(() => response.end("x"), { name: "Error", code: "ERR_HTTP_TRAILER_INVALID" });
});

test("interim responses are sent before the head", async () => {
  const text = await headOf((response) => {
    response.writeContinue();
    response.writeProcessing();
    response.writeEarlyHints({ link: "</a.css>; rel=preload; as=style" });
    response.end();
  });
  const interim =
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" +
    "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload; as=style\r\n\r\n";
  assert.ok(text.startsWith(`${interim}HTTP/1.1 200 OK\r\n`), text);
});
