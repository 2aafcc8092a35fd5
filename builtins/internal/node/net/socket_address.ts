// net.SocketAddress: a validated address with its port. https://nodejs.org/api/net.html#class-netsocketaddress
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ADDRESS, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateObject, validatePort, validateString, validateUint32 } from "internal:core/validators";
import { parseIPv4, parseIPv6 } from "internal:core/ip_address";
import { kClone } from "internal:web/clone/protocol";
import defer * as inspection from "internal:core/util/inspect";
import defer * as url from "web:url";

type Family = "ipv4" | "ipv6";

/** An IPv6 address as a string (RFC 5952 §4), as inet_ntop writes it. */
export function formatIPv6(groups: readonly number[]): string {
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return `::ffff:${formatIPv4(groups[6]! * 0x10000 + groups[7]!)}`;
  let bestStart = -1;
  let bestLength = 1;
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (start + length < groups.length && groups[start + length] === 0) length++;
    if (length > bestLength) [bestStart, bestLength] = [start, length];
    start += length;
  }
  const hex = (from: number, to?: number): string =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(":");
  return bestStart < 0 ? hex(0) : `${hex(0, bestStart)}::${hex(bestStart + bestLength)}`;
}

/** An IPv4 address in dotted decimal. */
export function formatIPv4(address: number): string {
  return `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`;
}

/** `net.SocketAddress`. */
export class SocketAddress {
  #address: string;
  #port: number;
  #family: Family;
  #flowlabel: number;

  constructor(options: any = {}) {
    validateObject(options, "options");
    let { family = "ipv4" } = options;
    const { address = family === "ipv4" ? "127.0.0.1" : "::", port = 0, flowlabel = 0 } = options;
    if (typeof family?.toLowerCase === "function") family = family.toLowerCase();
    if (family !== "ipv4" && family !== "ipv6") throw new ERR_INVALID_ARG_VALUE("options.family", options.family);
    validateString(address, "options.address");
    validatePort(port, "options.port");
    validateUint32(flowlabel, "options.flowlabel", false);
    this.#address = normalize(address, family);
    this.#port = port | 0;
    this.#family = family;
    this.#flowlabel = family === "ipv6" ? flowlabel >>> 0 : 0;
  }

  get address(): string {
    return this.#address;
  }
  get port(): number {
    return this.#port;
  }
  get family(): Family {
    return this.#family;
  }
  get flowlabel(): number {
    return this.#flowlabel;
  }

  toJSON(): object {
    return { address: this.#address, port: this.#port, family: this.#family, flowlabel: this.#flowlabel };
  }

  /** Whether it is a SocketAddress. */
  static isSocketAddress(value: unknown): value is SocketAddress {
    return typeof value === "object" && value !== null && #address in value;
  }

  /** Parses `address:port`, an IPv6 address in brackets; undefined for an invalid string. */
  static parse(input: unknown): SocketAddress | undefined {
    validateString(input, "input");
    const parsed = url.URL.parse(`http://${input}`);
    if (parsed === null) return undefined;
    const { hostname, port } = parsed;
    try {
      if (hostname.startsWith("["))
        return new SocketAddress({ address: hostname.slice(1, -1), port: Number(port), family: "ipv6" });
      return new SocketAddress({ address: hostname, port: Number(port) });
    } catch (error: any) {
      if (error.code !== "ERR_INVALID_ADDRESS") throw error;
      return undefined;
    }
  }

  [safe.symbolFor("nodejs.util.inspect.custom")](depth: number, options: { depth?: number | null }): unknown {
    if (depth < 0) return this;
    return `SocketAddress ${inspection.inspect(this.toJSON(), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }

  [kClone](): object {
    return { kind: "SocketAddress", options: this.toJSON() };
  }
}

function normalize(address: string, family: Family): string {
  if (family === "ipv4") {
    const number = parseIPv4(address);
    if (number < 0) throw new ERR_INVALID_ADDRESS();
    return formatIPv4(number);
  }
  const groups = address.includes("%") ? null : parseIPv6(address);
  if (groups === null) throw new ERR_INVALID_ADDRESS();
  return formatIPv6(groups);
}
