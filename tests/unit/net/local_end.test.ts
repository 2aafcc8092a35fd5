// The local address of a connection in errors, and the handles of servers and connections as programs wrap them.
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import { test } from "../harness.ts";
import { unusedPort } from "../unused_port.ts";

test("the error of a refused connection contains the chosen local address", async () => {
  const localPort = await unusedPort();
  const [error] = await once(
    net.connect({ host: "127.0.0.1", port: 1, localAddress: "127.0.0.1", localPort }),
    "error",
  ).catch((error) => [error]);
  assert.strictEqual(error.message, `connect ECONNREFUSED 127.0.0.1:1 - Local (127.0.0.1:${localPort})`);
  assert.strictEqual(error.localAddress, "127.0.0.1");
  assert.strictEqual(error.localPort, localPort);
});

test("the function that takes the connections of a listening handle can be wrapped", async () => {
  const server = net.createServer({ keepAlive: true, keepAliveInitialDelay: 3000 }, (socket) => socket.end());
  server.listen(0);
  await once(server, "listening");
  const handle = (server as any)._handle;
  const { onconnection } = handle;
  const reported: unknown[] = [];
  handle.onconnection = function (this: unknown, errno: number, child: any): void {
    reported.push(this === handle, errno);
    const { setKeepAlive } = child;
    child.setKeepAlive = (...args: unknown[]) => {
      reported.push(...args);
      return setKeepAlive.apply(child, args);
    };
    onconnection.call(handle, errno, child);
  };
  const socket = net.connect((server.address() as net.AddressInfo).port).resume();
  await once(socket, "close");
  server.close();
  assert.deepStrictEqual(reported.slice(0, 4), [true, 0, true, 3]);
});
