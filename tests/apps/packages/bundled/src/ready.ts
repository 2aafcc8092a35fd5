// Says where a server listens, and ends it when the parent closes standard input.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export function ready(server: Server): void {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
  process.stdin.on("end", () => {
    server.closeAllConnections();
    server.close();
  });
  process.stdin.resume();
}
