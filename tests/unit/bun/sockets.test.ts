// `Bun.listen`, `Bun.connect` and `Bun.udpSocket`, as Bun 1.4 has them. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("a listener and a socket exchange bytes and close", async () => {
  const events: string[] = [];
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: () => void events.push("open"),
      data: (socket: any, bytes: any) => void socket.write(bytes),
      close: () => void events.push("server close"),
    },
  });
  await new Promise<void>((resolve) => {
    void Bun.connect({
      hostname: "127.0.0.1",
      port: listener.port,
      data: { mark: 1 },
      socket: {
        open: (socket: any) => void events.push(`connected ${socket.data.mark} ${socket.write("hello")}`),
        data: (socket: any, bytes: any) => {
          events.push(`got ${bytes.toString()}`);
          socket.end();
        },
        close: () => resolve(),
      },
    });
  });
  assert.ok(events.includes("open"));
  assert.ok(events.includes("connected 1 5"));
  assert.ok(events.includes("got hello"));
  listener.stop(true);
});

test("a refused connection rejects and calls connectError", async () => {
  let code = "";
  const options: any = {
    hostname: "127.0.0.1",
    port: 1,
    socket: { data() {}, connectError: (_socket: unknown, error: any) => void (code = error.code) },
  };
  await assert.rejects(Bun.connect(options), { code: "ECONNREFUSED" });
  assert.strictEqual(code, "ECONNREFUSED");
});

test("options without handlers are refused", () => {
  assert.throws(() => (Bun as any).listen({ hostname: "127.0.0.1", port: 0 }), TypeError);
});

test("udpSocket sends packets with their sender", async () => {
  const seen = await new Promise<any[]>((resolve) => {
    void Bun.udpSocket({
      hostname: "127.0.0.1",
      socket: {
        data: (socket: any, bytes: any, port: number, address: string) => {
          resolve([bytes.toString(), port === socket.port, address]);
          socket.close();
        },
      },
    }).then((socket: any) => assert.strictEqual(socket.send("hey", socket.port, "127.0.0.1"), true));
  });
  assert.deepStrictEqual(seen, ["hey", true, "127.0.0.1"]);
});

test("a socket that may be half open closes when both sides have ended", async () => {
  for (const first of ["client", "server"]) {
    const events: string[] = [];
    let done: () => void;
    const closed = new Promise<void>((resolve) => {
      done = resolve;
    });
    const note = (event: string): void => {
      events.push(event);
      if (events.filter((one) => one.endsWith("close")).length === 2) done();
    };
    const handlers = (name: string): any => ({
      data: (socket: any, bytes: any) => {
        note(`${name} ${bytes}`);
        if (name !== first) return;
        socket.shutdown();
      },
      end: (socket: any) => {
        note(`${name} end`);
        socket.shutdown();
      },
      close: () => note(`${name} close`),
    });
    const listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      allowHalfOpen: true,
      socket: { ...handlers("server"), open: (socket: any) => void (first === "client" && socket.write("hello")) },
    });
    const client = await Bun.connect({
      hostname: "127.0.0.1",
      port: listener.port,
      allowHalfOpen: true,
      socket: handlers("client"),
    });
    if (first === "server") client.write("hello");
    await closed;
    const second = first === "client" ? "server" : "client";
    assert.deepStrictEqual(events.slice(0, 2), [`${first} hello`, `${second} end`]);
    assert.deepStrictEqual(events.slice(2).sort(), ["client close", "server close"]);
    listener.stop(true);
  }
});
