// Opening a socket to a server of a database, and encrypting it. `node:net` and `node:tls` check permissions.
import { Buffer } from "internal:node/buffer";
import fs from "internal:node/fs";
import net from "internal:node/net";
import process from "internal:node/process";
import type { Socket } from "internal:node/net/types";
import defer * as tls from "internal:node/tls";
import { type Dialect, clientError } from "internal:bun/sql/errors";
import { SSL_VERIFY_CA, SSL_VERIFY_FULL, type Settings } from "internal:bun/sql/settings";

const KEEP_ALIVE_MS = 60_000;

/** The socket that is open so far, so that a time-out can close it. */
export interface Dialing {
  socket: Socket | null;
}

/** Connects, to `path` or to a host. */
export function openSocket(dialect: Dialect, { path, hostname, port }: Settings, dialing: Dialing): Promise<Socket> {
  const where =
    path === undefined
      ? { host: hostname, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }
      : { path };
  return new Promise((resolve, reject) => {
    const socket = net.connect(where) as unknown as Socket;
    dialing.socket = socket;
    const onError = (error: Error & { code?: string }): void => {
      // A missing permission says so itself.
      if (error.code === "ERR_ACCESS_DENIED") reject(error);
      else
        reject(
          clientError(dialect, "CONNECTION_REFUSED", `Failed to connect${path === undefined ? "" : ` to ${path}`}`),
        );
    };
    socket.once("error", onError);
    socket.once("close", () => reject(clientError(dialect, "CONNECTION_CLOSED", "Connection closed")));
    socket.once("connect", () => {
      socket.removeListener("error", onError);
      socket.removeAllListeners("close");
      resolve(socket);
    });
  });
}

/** The bytes of an option that can be a `Bun.file`, or a list of them. */
async function bytesOf(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(bytesOf));
  const blob = value as { arrayBuffer?: () => Promise<ArrayBuffer> } | undefined | null;
  return typeof blob?.arrayBuffer === "function" ? Buffer.from(await blob.arrayBuffer()) : value;
}

/** The options of `tls.connect` that the settings mean. */
export async function tlsOptions(settings: Settings): Promise<Record<string, unknown>> {
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

/** Goes on with TLS on a socket. */
export function encrypt(
  dialect: Dialect,
  socket: Socket,
  options: Record<string, unknown>,
  dialing: Dialing,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = tls.default.connect({ ...options, socket }) as unknown as Socket;
    dialing.socket = secure;
    secure.once("error", reject);
    const onClose = (): void =>
      reject(clientError(dialect, "TLS_UPGRADE_FAILED", "Failed to upgrade the connection to TLS"));
    secure.once("close", onClose);
    secure.once("secureConnect", () => {
      secure.removeListener("error", reject);
      secure.removeListener("close", onClose);
      resolve(secure);
    });
  });
}
