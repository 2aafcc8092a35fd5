// Name servers: those of the system, and the texts in which programs name them. https://nodejs.org/api/dns.html#dnssetserversservers
import { ERR_INVALID_IP_ADDRESS } from "internal:core/errors";
import { isIP } from "internal:core/ip_address";
import { validateArray, validatePort, validateString } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import * as files from "native:fs";

const PORT = 53;
const READ_ONLY = 0;

/** One server. */
export interface Server {
  address: string;
  port: number;
}

function readText(path: string): string {
  try {
    return Buffer.from(files.readFileSync(path, READ_ONLY) as any).toString();
  } catch {
    // A system without the file has its defaults.
    return "";
  }
}

/** The servers of /etc/resolv.conf; without any, the one on this machine. */
export function systemServers(): Server[] {
  const servers: Server[] = [];
  for (const line of readText("/etc/resolv.conf").split("\n")) {
    const [word, address] = line.trim().split(/\s+/);
    if (word === "nameserver" && address !== undefined && isIP(address) !== 0) servers.push({ address, port: PORT });
  }
  return servers.length > 0 ? servers : [{ address: "127.0.0.1", port: PORT }];
}

/** Reads "1.1.1.1", "1.1.1.1:5353", "::1" or "[::1]:5353", each server once. Throws ERR_INVALID_IP_ADDRESS or ERR_SOCKET_BAD_PORT. */
export function readServers(servers: unknown): Server[] {
  validateArray(servers, "servers");
  const read: Server[] = [];
  // Without the holes of the array.
  (servers as unknown[]).forEach((text, index) => {
    validateString(text, `servers[${index}]`);
    const server = readServer(text as string);
    if (!read.some(({ address, port }) => address === server.address && port === server.port)) read.push(server);
  });
  return read;
}

function readServer(text: string): Server {
  if (isIP(text) !== 0) return { address: text, port: PORT };
  const bracketed = /^\[([^[\]]*)\]/.exec(text);
  if (bracketed !== null && isIP(bracketed[1]) !== 0) {
    return { address: bracketed[1]!, port: readPort(text.replace(/(^.+?)(?::(\d+))?$/, "$2")) };
  }
  const split = /(^.+?)(?::(\d+))?$/.exec(text);
  if (split !== null && isIP(split[1]) !== 0) return { address: split[1]!, port: readPort(split[2]) };
  throw new ERR_INVALID_IP_ADDRESS(text);
}

function readPort(text = ""): number {
  return validatePort(Number.parseInt(text, 10) || PORT);
}

/** As `getServers` has it: without the usual port. */
export function serverText({ address, port }: Server): string {
  if (port === PORT) return address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** With the port, as the native side wants it. */
export function endpointText({ address, port }: Server): string {
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The names that /etc/hosts has for an address. */
export function namesInHosts(address: string): string[] {
  return hostsLines()
    .filter(([first]) => first === address)
    .flatMap(([, ...names]) => names);
}

/** The first address that /etc/hosts has for a name, in lower case; null: none. */
export function addressInHosts(name: string): string | null {
  return hostsLines().find(([, ...names]) => names.some((one) => one.toLowerCase() === name))?.[0] ?? null;
}

function hostsLines(): string[][] {
  return readText("/etc/hosts")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim().split(/\s+/));
}
