// Response bodies of Deno.serve that fail, and clients that disconnect: the server continues.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a body that fails closes its own connection only, and aborts the request's signal", async () => {
  let aborts = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request: Request) => {
    request.signal.addEventListener("abort", () => aborts++);
    return new Response(
      new ReadableStream({
        async pull() {
          await pause(5);
          throw new Error("pull");
        },
      }),
    );
  });
  for (let index = 0; index < 2; index++) {
    await assert.rejects(async () => (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text(), TypeError);
  }
  assert.strictEqual(aborts, 2);
  await server.shutdown();
});

test("a client that disconnects aborts the request's signal and cancels the stream of the response", async () => {
  const reported: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request: Request) => {
    request.signal.addEventListener("abort", () => reported.push(`abort ${request.signal.reason.message}`));
    return new Response(
      new ReadableStream({
        async pull(controller) {
          await pause(5);
          controller.enqueue(new Uint8Array(100));
        },
        cancel(reason) {
          reported.push(`cancel ${reason?.message ?? reason}`);
        },
      }),
    );
  });
  const socket = net.connect(server.addr.port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: test\r\n\r\n");
  socket.once("data", () => socket.destroy());
  for (let left = 100; left > 0 && reported.length < 2; left--) await pause(10);
  assert.deepStrictEqual(reported.sort(), ["abort The request has been cancelled.", "cancel resource closed"]);
  await server.shutdown();
});

test("onError gets the error of a body that fails", async () => {
  const reported: string[] = [];
  const onError = (error: any): Response => {
    reported.push(error.message);
    return new Response("too late");
  };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {}, onError },
    () =>
      new Response(
        new ReadableStream({
          async pull() {
            await pause(5);
            throw new Error("pull");
          },
        }),
      ),
  );
  await assert.rejects(async () => (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text(), TypeError);
  assert.deepStrictEqual(reported, ["pull"]);
  await server.shutdown();
});

test("Response.error() and a used body go to onError with Deno's messages", async () => {
  const reported: string[] = [];
  const onError = (error: any): Response => {
    reported.push(`${error.name}: ${error.message}`);
    return new Response("handled");
  };
  const used = new Response("a");
  await used.text();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {}, onError }, (request: Request) =>
    request.url.endsWith("used") ? used : Response.error(),
  );
  for (const path of ["", "used"])
    assert.strictEqual(await (await fetch(`http://127.0.0.1:${server.addr.port}/${path}`)).text(), "handled");
  assert.deepStrictEqual(reported, [
    "TypeError: Return value from serve handler must not be an error response (like Response.error())",
    "TypeError: The body of the Response returned from the serve handler has already been consumed",
  ]);
  await server.shutdown();
});

test("addresses that are not available are Deno's errors", () => {
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  const handler = () => new Response("x");
  assert.throws(() => Deno.serve({ ...options, hostname: "192.0.2.1" }, handler), {
    name: "AddrNotAvailable",
    code: "EADDRNOTAVAIL",
    message: "Cannot assign requested address (os error 99)",
  });
  assert.throws(() => Deno.serve({ onListen() {}, path: "/missing-folder/socket" }, handler), {
    name: "NotFound",
    code: "ENOENT",
    message: "No such file or directory (os error 2)",
  });
  assert.throws(() => Deno.serve({ ...options, port: 99999 }, handler), {
    name: "RangeError",
    message: "Invalid port (out of range): 99999",
  });
});

test("chunks that are not Uint8Arrays fail the body", async () => {
  for (const chunk of ["text", 5, new ArrayBuffer(1), new Uint16Array(1)]) {
    const reported: string[] = [];
    const onError = (error: any): Response => {
      reported.push(`${error.name}: ${error.message}`);
      return new Response("too late");
    };
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {}, onError },
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(chunk);
              controller.close();
            },
          }),
        ),
    );
    await assert.rejects(async () => (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text(), TypeError);
    assert.deepStrictEqual(reported, ["TypeError: expected typed ArrayBufferView"]);
    await server.shutdown();
  }
});

test("listening works on the machine's own names, others fail as in Deno", async () => {
  const server = Deno.serve({ port: 0, hostname: Deno.hostname(), onListen() {} }, () => new Response("x"));
  assert.match(server.addr.hostname, /^[\d.]+$|:/);
  await server.shutdown();
  Deno.listen({ port: 0, hostname: Deno.hostname() }).close();
  const missing = { name: "Error", message: "failed to lookup address information: Name or service not known" };
  for (const hostname of ["missing.invalid", "256.1.1.1"]) {
    assert.throws(() => Deno.serve({ port: 0, hostname, onListen() {} }, () => new Response("x")), missing);
    assert.throws(() => Deno.listen({ port: 0, hostname }), missing);
  }
  assert.throws(() => Deno.listen({ port: 0, hostname: "" }), { name: "URIError", message: "invalid empty host: ''" });
});

test("what was sent before a body failed arrives, and the connection ends without a reset", async () => {
  const order: string[] = [];
  const server = Deno.serve(
    {
      port: 0,
      hostname: "127.0.0.1",
      onListen() {},
      onError(error: unknown) {
        order.push((error as Error).message);
        return new Response("unused");
      },
    },
    (request: Request) => {
      request.signal.addEventListener("abort", () => order.push("abort"));
      return new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new TextEncoder().encode("sent before"));
            controller.error(new Error("after it"));
          },
        }),
      );
    },
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  const client = net.connect(server.addr.port, "127.0.0.1", () => client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  client.on("data", (bytes: Uint8Array) => {
    received += new TextDecoder().decode(bytes);
  });
  client.on("error", (error: NodeJS.ErrnoException) => resolve(error.code!));
  client.on("end", () => resolve("end"));
  assert.strictEqual(await promise, "end");
  assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
  assert.ok(!received.endsWith("0\r\n\r\n"));
  assert.deepStrictEqual(order, ["after it", "abort"]);
  client.destroy();
  await server.shutdown();
});
