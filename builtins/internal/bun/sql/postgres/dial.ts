// Opening a socket to a PostgreSQL server, with TLS if the settings say so. `node:net` and `node:tls` check permissions.
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL
import { Buffer } from "internal:node/buffer";
import fs from "internal:node/fs";
import net from "internal:node/net";
import process from "internal:node/process";
import type { Socket } from "internal:node/net/types";
import defer * as tls from "internal:node/tls";
import { clientError } from "internal:bun/sql/errors";
import { SSL_DISABLE, SSL_PREFER, SSL_VERIFY_CA, SSL_VERIFY_FULL, type Settings } from "internal:bun/sql/settings";
import { sslRequest } from "internal:bun/sql/postgres/messages";

const KEEP_ALIVE_MS = 60_000;

/** The socket that is open so far, so that a time-out can close it. */
export interface Dialing {
  socket: Socket | null;
}

function isFolder(path: string): boolean {
  try {
    return fs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function open(settings: Settings, dialing: Dialing): Promise<Socket> {
  const { path, hostname, port } = settings;
  const where =
    path === undefined
      ? { host: hostname, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }
      : { path: isFolder(path) ? `${path.replace(/\/$/, "")}/.s.PGSQL.${port}` : path };
  return new Promise((resolve, reject) => {
    const socket = net.connect(where) as unknown as Socket;
    dialing.socket = socket;
    const onError = (error: Error & { code?: string }): void => {
      // A missing permission says so itself.
      if (error.code === "ERR_ACCESS_DENIED") reject(error);
      else reject(clientError("postgres", "CONNECTION_REFUSED", "Failed to connect"));
    };
    socket.once("error", onError);
    socket.once("close", () => reject(clientError("postgres", "CONNECTION_CLOSED", "Connection closed")));
    socket.once("connect", () => {
      socket.removeListener("error", onError);
      socket.removeAllListeners("close");
      resolve(socket);
    });
  });
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

/** The bytes of an option that can be a `Bun.file`, or a list of them. */
async function bytesOf(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(bytesOf));
  const blob = value as { arrayBuffer?: () => Promise<ArrayBuffer> } | undefined | null;
  return typeof blob?.arrayBuffer === "function" ? Buffer.from(await blob.arrayBuffer()) : value;
}

async function tlsOptions(settings: Settings): Promise<Record<string, unknown>> {
  const given = settings.tls ?? {};
  const options: Record<string, unknown> = { ...given };
  for (const name of ["ca", "cert", "key"]) {
    const file = given[`${name}File`];
    if (options[name] !== undefined) options[name] = await bytesOf(options[name]);
    else if (typeof file === "string") options[name] = await fs.promises.readFile(file);
  }
  const isNamed = net.isIP(settings.hostname) === 0;
  const isVerified =
    given.rejectUnauthorized ?? (settings.sslMode >= SSL_VERIFY_CA && process.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0");
  options.rejectUnauthorized = isVerified;
  options.host = settings.hostname;
  const name = given.serverName ?? given.servername ?? (isNamed ? settings.hostname : undefined);
  if (name !== undefined) options.servername = name;
  // "verify-ca" accepts a certificate for another host.
  if (isVerified && settings.sslMode < SSL_VERIFY_FULL && given.checkServerIdentity === undefined)
    options.checkServerIdentity = () => undefined;
  return options;
}

function encrypt(socket: Socket, options: Record<string, unknown>, dialing: Dialing): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = tls.default.connect({ ...options, socket }) as unknown as Socket;
    dialing.socket = secure;
    secure.once("error", reject);
    const onClose = (): void =>
      reject(clientError("postgres", "TLS_UPGRADE_FAILED", "Failed to upgrade the connection to TLS"));
    secure.once("close", onClose);
    secure.once("secureConnect", () => {
      secure.removeListener("error", reject);
      secure.removeListener("close", onClose);
      resolve(secure);
    });
  });
}

/** Connects. A unix socket has no TLS. */
export async function dial(settings: Settings, dialing: Dialing): Promise<Socket> {
  const socket = await open(settings, dialing);
  if (settings.sslMode === SSL_DISABLE || settings.path !== undefined) return socket;
  if (await askForTls(socket)) return encrypt(socket, await tlsOptions(settings), dialing);
  if (settings.sslMode === SSL_PREFER) return socket;
  socket.destroy();
  throw clientError("postgres", "TLS_NOT_AVAILABLE", "The server does not support TLS");
}
