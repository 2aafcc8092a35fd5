// Name servers: those of the system, and their notation in programs. https://nodejs.org/api/dns.html#dnssetserversservers
import { ERR_INVALID_IP_ADDRESS } from "internal:core/errors";
import { isIP } from "internal:core/ip_address";
import { validateArray, validatePort, validateString } from "internal:core/validators";
import { readNearby } from "native:modules";

const PORT = 53;

/** One server. */
export interface Server {
  address: string;
  port: number;
}

function readText(path: string): string {
  // Without the file the defaults apply. It is a setting of the system: a program needs no permission to read it.
  return readNearby(path) ?? "";
}

/** The servers of /etc/resolv.conf; without any, 127.0.0.1. */
export function systemServers(): Server[] {
  const servers: Server[] = [];
  for (const line of readText("/etc/resolv.conf").split("\n")) {
    const [keyword, address] = line.trim().split(/\s+/);
    if (keyword === "nameserver" && address !== undefined && isIP(address) !== 0) servers.push({ address, port: PORT });
  }
  return servers.length > 0 ? servers : [{ address: "127.0.0.1", port: PORT }];
}

/** Parses "1.1.1.1", "1.1.1.1:5353", "::1" or "[::1]:5353", each server once. Throws ERR_INVALID_IP_ADDRESS or ERR_SOCKET_BAD_PORT. */
export function readServers(servers: unknown): Server[] {
  validateArray(servers, "servers");
  const parsed: Server[] = [];
  // `forEach` skips the holes of the array.
  (servers as unknown[]).forEach((notation, index) => {
    validateString(notation, `servers[${index}]`);
    const server = readServer(notation);
    if (!parsed.some(({ address, port }) => address === server.address && port === server.port)) parsed.push(server);
  });
  return parsed;
}

function readServer(notation: string): Server {
  if (isIP(notation) !== 0) return { address: notation, port: PORT };
  const bracketed = /^\[([^[\]]*)\]/.exec(notation);
  if (bracketed !== null && isIP(bracketed[1]) !== 0) {
    return { address: bracketed[1]!, port: readPort(notation.replace(/(^.+?)(?::(\d+))?$/, "$2")) };
  }
  const split = /(^.+?)(?::(\d+))?$/.exec(notation);
  if (split !== null && isIP(split[1]) !== 0) return { address: split[1]!, port: readPort(split[2]) };
  throw new ERR_INVALID_IP_ADDRESS(notation);
}

function readPort(digits = ""): number {
  return validatePort(Number.parseInt(digits, 10) || PORT);
}

/** The notation of `getServers`: without the default port. */
export function formatServer({ address, port }: Server): string {
  if (port === PORT) return address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The notation of the native part: always with the port. */
export function formatEndpoint({ address, port }: Server): string {
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The names that /etc/hosts has for an address. */
export function namesInHosts(address: string): string[] {
  return hostsLines()
    .filter(([first]) => first === address)
    .flatMap(([, ...names]) => names);
}

/** The first address that /etc/hosts has for a name, in lower case; null without one. */
export function addressInHosts(name: string): string | null {
  return hostsLines().find(([, ...names]) => names.some((one) => one.toLowerCase() === name))?.[0] ?? null;
}

function hostsLines(): string[][] {
  return readText("/etc/hosts")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim().split(/\s+/));
}
