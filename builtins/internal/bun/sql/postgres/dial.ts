// Opening a socket to a PostgreSQL server, with TLS if the settings say so.
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL
import fs from "internal:node/fs";
import type { Socket } from "internal:node/net/types";
import { type Dialing, encrypt, openSocket, tlsOptions } from "internal:bun/sql/dial";
import { clientError } from "internal:bun/sql/errors";
import { SSL_DISABLE, SSL_PREFER, type Settings } from "internal:bun/sql/settings";
import { sslRequest } from "internal:bun/sql/postgres/messages";

function isFolder(path: string): boolean {
  try {
    return fs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** One byte: whether the server goes on with TLS. Nothing may come after it unencrypted. */
function askForTls(socket: Socket): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      socket.removeListener("data", onData);
      socket.removeListener("close", onClose);
      socket.removeListener("error", onClose);
      socket.pause();
    };
    const onClose = (): void => {
      finish();
      reject(clientError("postgres", "CONNECTION_FAILED", "Connection closed before the connection was established"));
    };
    const onData = (chunk: Uint8Array): void => {
      finish();
      const answer = String.fromCharCode(chunk[0]!);
      if (chunk.length === 1 && answer === "S") resolve(true);
      else if (chunk.length === 1 && answer === "N") resolve(false);
      else reject(clientError("postgres", "TLS_UPGRADE_FAILED", "The server did not answer the request for TLS"));
    };
    socket.on("data", onData);
    socket.on("close", onClose);
    socket.on("error", onClose);
    socket.write(sslRequest());
  });
}

/** Connects. A unix socket has no TLS. */
export async function dial(settings: Settings, dialing: Dialing): Promise<Socket> {
  const { path, port } = settings;
  if (path !== undefined) {
    const file = isFolder(path) ? `${path.replace(/\/$/, "")}/.s.PGSQL.${port}` : path;
    return openSocket("postgres", { ...settings, path: file }, dialing);
  }
  if (settings.sslMode === SSL_DISABLE) return openSocket("postgres", settings, dialing);
  // Files are read before the server waits.
  const options = await tlsOptions(settings);
  const socket = await openSocket("postgres", settings, dialing);
  if (await askForTls(socket)) return encrypt("postgres", socket, options, dialing);
  if (settings.sslMode === SSL_PREFER) return socket;
  socket.destroy();
  throw clientError("postgres", "TLS_NOT_AVAILABLE", "The server does not support TLS");
}
