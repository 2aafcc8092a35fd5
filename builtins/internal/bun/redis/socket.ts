// The socket of a connection of Bun's Redis client.
import type { Socket } from "internal:node/net/socket";
import { load } from "internal:core/bootstrap";
import { isIP } from "internal:core/ip_address";
import type { Address } from "internal:bun/redis/address";
import type { TlsOptions } from "internal:bun/tls_options";

/** Opens it; calls `onReady` when commands can be sent. */
export function open(address: Address, tls: boolean | TlsOptions, onReady: () => void): Socket {
  const place = address.path === undefined ? { host: address.hostname, port: address.port } : { path: address.path };
  const isSecure = address.isTls || tls !== false;
  const socket: Socket = isSecure
    ? load("internal:node/tls/connect").connect({ ...place, ...secureOptions(address, tls) }, onReady)
    : load("internal:node/net").default.connect(place, onReady);
  socket.setNoDelay(true);
  return socket;
}

function secureOptions(address: Address, tls: boolean | TlsOptions): object {
  if (typeof tls === "boolean") return { servername: nameOf(address.hostname) };
  const options = load("internal:bun/tls_options").readOne(tls, false) as Record<string, unknown>;
  return {
    ...options,
    rejectUnauthorized: tls.rejectUnauthorized !== false,
    servername: tls.serverName ?? tls.servername ?? nameOf(address.hostname),
    ...(tls.checkServerIdentity === undefined ? {} : { checkServerIdentity: tls.checkServerIdentity }),
  };
}

// An address has no name that the server could choose a certificate by.
function nameOf(hostname: string): string {
  return isIP(hostname) === 0 ? hostname : "";
}
