// net.BlockList: rules about addresses. https://nodejs.org/api/net.html#class-netblocklist
//
// Rules compare IPv6 addresses, IPv4 in their mapped form (RFC 4291 §2.5.5.2), written as 32 hexadecimal digits:
// the order of these strings is the order of the addresses.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateArray, validateInt32, validateString } from "internal:core/validators";
import { kClone } from "internal:web/clone/protocol";
import { parseIPv4, parseIPv6 } from "internal:core/ip_address";
import { SocketAddress } from "internal:node/net/socket_address";
import { SharedRules } from "internal:node/net/shared_rules";
import defer * as inspection from "internal:core/util/inspect";

const kRevive = Symbol("kRevive");

const MAPPED_PREFIX = "00000000000000000000ffff";
const MAPPED_BITS = 96;

interface Rule {
  description: string;
  matches(key: string): boolean;
}

/** The address as 32 hexadecimal digits; null when it is not a valid address of the family. */
function keyOf(address: string, isIPv4: boolean): string | null {
  if (isIPv4) {
    const number = parseIPv4(address);
    return number < 0 ? null : MAPPED_PREFIX + number.toString(16).padStart(8, "0");
  }
  const groups = address.includes("%") ? null : parseIPv6(address);
  return groups === null ? null : groups.map((group) => group.toString(16).padStart(4, "0")).join("");
}

function familyName(address: SocketAddress): string {
  return address.family === "ipv4" ? "IPv4" : "IPv6";
}

function keyOfAddress(address: SocketAddress): string {
  return keyOf(address.address, address.family === "ipv4")!;
}

/** The first `bits` bits of a key. */
function leading(key: string, bits: number): string {
  const digits = bits >> 2;
  const rest = bits & 3;
  if (rest === 0) return key.slice(0, digits);
  const digit = Number.parseInt(key[digits]!, 16) >> (4 - rest);
  return `${key.slice(0, digits)}/${digit}`;
}

/** Parses `address/prefix`. */
function parseCIDR(cidr: unknown): { network: string; prefix: number; family: string } {
  validateString(cidr, "cidr");
  const slash = cidr.indexOf("/");
  if (slash < 0) throw new ERR_INVALID_ARG_VALUE("cidr", cidr, 'must contain a prefix length (e.g. "10.0.0.0/8")');
  const digits = cidr.slice(slash + 1);
  const prefix = Number(digits);
  if (digits !== String(prefix) || !safe.isInteger(prefix))
    throw new ERR_INVALID_ARG_VALUE("cidr", cidr, "prefix length must be a valid integer");
  const network = cidr.slice(0, slash);
  return { network, prefix, family: network.includes(":") ? "ipv6" : "ipv4" };
}

/** `net.BlockList`. */
export class BlockList {
  #addresses = new Map<string, string>();
  /** Newest first, as they are listed. */
  #rules: Rule[] = [];
  /** The rules of this list and its clones, once there is one. */
  #shared: SharedRules | null = null;

  static PRIVATE_RANGES = safe.freeze([
    // RFC 1918, loopback, link-local (RFC 3927, RFC 4291), unique local (RFC 4193).
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "127.0.0.0/8",
    "::1/128",
    "169.254.0.0/16",
    "fe80::/10",
    "fc00::/7",
  ]);

  /** Whether it is a BlockList. */
  static isBlockList(value: unknown): value is BlockList {
    return typeof value === "object" && value !== null && #rules in value;
  }

  addAddress(address: unknown, family: unknown = "ipv4"): void {
    const checked = readAddress(address, "address", family);
    this.#change(() =>
      this.#addresses.set(keyOfAddress(checked), `Address: ${familyName(checked)} ${checked.address}`),
    );
  }

  addAddresses(addresses: unknown, family: unknown = "ipv4"): void {
    validateArray(addresses, "addresses");
    validateString(family, "family");
    const checked = addresses.map((address, index) => readAddress(address, `addresses[${index}]`, family));
    for (const address of checked) this.addAddress(address);
  }

  addRange(start: unknown, end: unknown, family: unknown = "ipv4"): void {
    const { description, first, last } = readRange(start, end, family);
    this.#addRule({ description, matches: (key) => key >= first && key <= last });
  }

  addSubnet(network: unknown, prefix: unknown, family: unknown = "ipv4"): void {
    const { description, checked } = readSubnet(network, prefix, family);
    const bits = checked.family === "ipv4" ? (prefix as number) + MAPPED_BITS : (prefix as number);
    const subnet = leading(keyOfAddress(checked), bits);
    this.#addRule({ description, matches: (key) => leading(key, bits) === subnet });
  }

  addCIDR(cidr: unknown): void {
    const { network, prefix, family } = parseCIDR(cidr);
    this.addSubnet(network, prefix, family);
  }

  /** Adds all, or none when one is invalid. */
  addCIDRs(cidrs: unknown): void {
    validateArray(cidrs, "cidrs");
    const parsed = cidrs.map((cidr, index) => {
      validateString(cidr, `cidrs[${index}]`);
      return parseCIDR(cidr);
    });
    for (const { network, prefix, family } of parsed) this.addSubnet(network, prefix, family);
  }

  removeAddress(address: unknown, family: unknown = "ipv4"): void {
    const key = keyOfAddress(readAddress(address, "address", family));
    this.#change(() => this.#addresses.delete(key));
  }

  removeRange(start: unknown, end: unknown, family: unknown = "ipv4"): void {
    this.#removeRule(readRange(start, end, family, false).description);
  }

  removeSubnet(network: unknown, prefix: unknown, family: unknown = "ipv4"): void {
    this.#removeRule(readSubnet(network, prefix, family).description);
  }

  removeCIDR(cidr: unknown): void {
    const { network, prefix, family } = parseCIDR(cidr);
    this.removeSubnet(network, prefix, family);
  }

  /** Whether a rule matches the address. */
  check(address: unknown, family: unknown = "ipv4"): boolean {
    let key: string | null;
    if (SocketAddress.isSocketAddress(address)) key = keyOfAddress(address);
    else {
      validateString(address, "address");
      validateString(family, "family");
      key = keyOf(address, family.toLowerCase() === "ipv4");
      if (key === null) return false;
    }
    if (this.#shared !== null) this.#refresh();
    if (this.#addresses.has(key)) return true;
    for (const rule of this.#rules) if (rule.matches(key)) return true;
    return false;
  }

  /** Removes all rules. */
  clear(): void {
    this.#change(() => this.#empty());
  }

  /** Addresses, subnets and ranges, each kind with the newest first but for addresses. */
  get rules(): string[] {
    if (this.#shared !== null) this.#refresh();
    const rules = this.#rules.map((rule) => rule.description);
    const isSubnet = (rule: string): boolean => rule.startsWith("Subnet");
    return [...this.#addresses.values(), ...rules.filter(isSubnet), ...rules.filter((rule) => !isSubnet(rule))];
  }

  get size(): number {
    if (this.#shared !== null) this.#refresh();
    return this.#addresses.size + this.#rules.length;
  }

  toJSON(): string[] {
    return this.rules;
  }

  /** Adds rules in the form of `rules`: an array, or its JSON. */
  fromJSON(data: unknown): void {
    const lines: unknown = typeof data === "string" ? safe.parseJson(data) : data;
    if (!safe.isArray(lines) || lines.some((line) => typeof line !== "string"))
      throw new ERR_INVALID_ARG_TYPE("data", ["string", "string[]"], data);
    for (const line of lines) this.#addLine(line);
  }

  #addLine(line: string): void {
    const [, kind, name, rest] = /(Subnet|Address|Range): (IPv[46]) ([\da-fA-F:./-]+)/i.exec(line) ?? [];
    if (kind === undefined) return;
    const family = name!.toLowerCase();
    const [first, second] = rest!.split(kind === "Subnet" ? "/" : "-");
    if (kind === "Subnet") this.addSubnet(first, Number.parseInt(second!, 10), family);
    else if (kind === "Range") this.addRange(first, second, family);
    else this.addAddress(first, family);
  }

  #addRule(rule: Rule): void {
    this.#change(() => this.#rules.unshift(rule));
  }

  #removeRule(description: string): void {
    this.#change(() => {
      const index = this.#rules.findIndex((rule) => rule.description === description);
      if (index >= 0) this.#rules.splice(index, 1);
    });
  }

  #empty(): void {
    this.#addresses.clear();
    this.#rules = [];
  }

  // Makes a change to the rules, also to those of the clones.
  #change(act: () => void): void {
    const shared = this.#shared;
    if (shared === null) {
      act();
      return;
    }
    shared.lock();
    try {
      this.#readShared(shared);
      act();
      shared.write(this.#lines());
    } finally {
      shared.unlock();
    }
  }

  // In the order in which they are to be added.
  #lines(): string[] {
    return [...this.#rules.map((rule) => rule.description).reverse(), ...this.#addresses.values()];
  }

  #refresh(): void {
    const shared = this.#shared!;
    if (!shared.isChanged) return;
    shared.lock();
    try {
      this.#readShared(shared);
    } finally {
      shared.unlock();
    }
  }

  #readShared(shared: SharedRules): void {
    if (!shared.isChanged) return;
    const lines = shared.read();
    this.#empty();
    // The rules are this list's own while they are read.
    this.#shared = null;
    for (const line of lines) this.#addLine(line);
    this.#shared = shared;
  }

  [safe.symbolFor("nodejs.util.inspect.custom")](depth: number, options: { depth?: number | null }): unknown {
    if (depth < 0) return this;
    return `BlockList ${inspection.inspect({ rules: this.rules }, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }

  /** Clones share the rules: a change of one is a change of all. */
  [kClone](): object {
    if (this.#shared === null) {
      const shared = new SharedRules();
      shared.write(this.#lines());
      this.#shared = shared;
    }
    return { kind: "BlockList", memory: this.#shared.memory };
  }

  /** Makes the clone of a list whose rules are in `memory`. */
  static [kRevive](memory: SharedArrayBuffer): BlockList {
    const list = new BlockList();
    list.#shared = new SharedRules(memory);
    return list;
  }
}

function readAddress(address: unknown, name: string, family: unknown): SocketAddress {
  if (SocketAddress.isSocketAddress(address)) return address;
  validateString(address, name);
  validateString(family, "family");
  return new SocketAddress({ address, family });
}

function readRange(
  start: unknown,
  end: unknown,
  family: unknown,
  isOrdered = true,
): { description: string; first: string; last: string } {
  const from = readAddress(start, "start", family);
  const to = readAddress(end, "end", family);
  const first = keyOfAddress(from);
  const last = keyOfAddress(to);
  if (isOrdered && first > last) throw new ERR_INVALID_ARG_VALUE("start", from, "must come before end");
  return { description: `Range: ${familyName(from)} ${from.address}-${to.address}`, first, last };
}

function readSubnet(
  network: unknown,
  prefix: unknown,
  family: unknown,
): { description: string; checked: SocketAddress } {
  const checked = readAddress(network, "network", family);
  validateInt32(prefix, "prefix", 0, checked.family === "ipv4" ? 32 : 128);
  return { description: `Subnet: ${familyName(checked)} ${checked.address}/${prefix + 0}`, checked };
}

/** Makes the list of a structured clone. */
export function reviveBlockList(description: { memory: SharedArrayBuffer }): BlockList {
  return BlockList[kRevive](description.memory);
}
