// A set of name servers and the questions under way to them: what `Resolver` and the functions of node:dns share.
import { ERR_DNS_SET_SERVERS_FAILED, dnsException } from "internal:core/errors";
import * as performance from "internal:node/dns/performance_entries";
import { type Answer, TYPES, decodeAnswer, encodeQuery } from "internal:node/dns/message";
import { readAnyRecord, readRecord } from "internal:node/dns/records";
import { type Server, endpointText, namesInHosts, readServers, systemServers } from "internal:node/dns/servers";
import { isIP, parseIPv6 } from "internal:core/ip_address";
import * as ops from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import { domainToASCII } from "internal:web/file_urls";
import * as native from "native:dns";

const ANSWERED = 0;
const STATUS_CODES = ["", "ETIMEOUT", "ECONNREFUSED", "ECANCELLED"];
/** RFC 1035 §4.1.1: response codes from 1 on. */
const RESPONSE_CODES = ["", "EFORMERR", "ESERVFAIL", "ENOTFOUND", "ENOTIMP", "EREFUSED"];
const TIMEOUT_MS = 2000;

const onionName = /\.onion\.?$/i;
/** What c-ares refuses in a name, besides wrong labels. A backslash escapes. */
const forbiddenInName = /[^\w.\-/*\\]/;

type Done = (error: any, result?: any) => void;

let channelCount = 0;

export class Channel {
  #number = ++channelCount;
  #generation = 1;
  #servers: Server[] | undefined;
  #pending = new Set<(code: string) => void>();
  #localAddresses: string[] = [];
  readonly #timeout: number;
  readonly #tries: number;
  readonly #maxTimeout: number;

  /** `timeout` in milliseconds, -1 for the default; `maxTimeout` 0 for no limit. */
  constructor(timeout: number, tries: number, maxTimeout: number) {
    this.#timeout = timeout < 0 ? TIMEOUT_MS : timeout;
    this.#tries = tries;
    this.#maxTimeout = maxTimeout;
  }

  /** Addresses and ports. */
  getServers(): [string, number][] {
    this.#servers ??= systemServers();
    return this.#servers.map(({ address, port }) => [address, port]);
  }

  /** Throws ERR_INVALID_IP_ADDRESS, and ERR_DNS_SET_SERVERS_FAILED while questions are under way. */
  setServers(servers: unknown): void {
    const read = readServers(servers);
    if (this.#pending.size > 0) throw new ERR_DNS_SET_SERVERS_FAILED("There are pending queries.", String(servers));
    this.#servers = read;
  }

  setLocalAddresses(addresses: string[]): void {
    this.#localAddresses = addresses;
  }

  /** Every question under way fails with ECANCELLED, in the order in which they were asked. */
  cancel(): void {
    native.cancelQueries(this.#number, this.#generation++);
    for (const done of this.#pending) nextTick(done, "ECANCELLED");
    this.#pending.clear();
  }

  /** Asks for records of one type; `done` gets them in Node's form, or the error. */
  resolve(hostname: string, type: keyof typeof TYPES, withTtl: boolean, done: Done): void {
    const syscall = `query${type[0]}${type.slice(1).toLowerCase()}`;
    const observed = performance.begin(syscall);
    this.#ask(domainToASCII(hostname) || hostname, TYPES[type], (code, answer) => {
      const result = code === "" ? collect(answer!, type, withTtl) : code;
      if (typeof result === "string") return done(dnsException(result, syscall, hostname));
      performance.end(observed, { host: hostname, ttl: withTtl, result });
      done(null, result);
    });
  }

  /** The names of an address: of /etc/hosts, or by a PTR question. EINVAL for no address. */
  reverse(address: string, done: Done): void {
    const fail = (code: string): void => done(dnsException(code, "getHostByAddr", address));
    const known = namesInHosts(address);
    if (known.length > 0) {
      nextTick(done, null, known);
      return;
    }
    this.#ask(reverseName(address), TYPES.PTR, (code, answer) => {
      const result = code === "" ? collect(answer!, "PTR", false) : code;
      // Whatever the servers said, the address has no name.
      if (typeof result === "string") fail(result === "ECANCELLED" ? result : "ENOTFOUND");
      else done(null, result);
    });
  }

  #ask(name: string, type: number, done: (code: string, answer?: Answer) => void): void {
    // RFC 7686 §2: nobody but Tor is to be asked.
    if (onionName.test(name)) {
      nextTick(done, "ENOTFOUND");
      return;
    }
    const message = forbiddenInName.test(name) ? null : encodeQuery(Math.trunc(Math.random() * 65536), name, type);
    if (message === null) {
      nextTick(done, "EBADNAME");
      return;
    }
    this.#servers ??= systemServers();
    this.#pending.add(done);
    const finish = (error: any, bytes: Uint8Array): void => {
      // A cancelled question was answered already.
      if (!this.#pending.delete(done)) return;
      if (error !== null) throw error;
      if (bytes[0] !== ANSWERED) return done(STATUS_CODES[bytes[0]!]!);
      const answer = decodeAnswer(bytes.subarray(1), message);
      if (answer === null) return done("EBADRESP");
      if (answer.code !== 0) return done(RESPONSE_CODES[answer.code] ?? "ESERVFAIL");
      done("", answer);
    };
    ops.callbackOf(
      "QUERYWRAP",
      native.query as any,
      finish as any,
      this.#number,
      this.#generation,
      this.#servers.map(endpointText),
      this.#localAddresses,
      message,
      this.#timeout,
      this.#maxTimeout,
      this.#tries,
    );
  }
}

/** The records of the asked type, or the code of an error. */
function collect(answer: Answer, type: keyof typeof TYPES, withTtl: boolean): any {
  const found: any[] = [];
  for (const record of answer.records) {
    if (type === "ANY") {
      const read = readAnyRecord(record);
      if (read === undefined) return "EBADRESP";
      if (read !== null) found.push(read);
    } else if (record.type === TYPES[type]) {
      const read = readRecord(record);
      if (read === null) return "EBADRESP";
      found.push(withTtl ? { address: read, ttl: record.ttl } : read);
    }
  }
  if (found.length === 0) return "ENODATA";
  return type === "SOA" ? found[0] : found;
}

/** RFC 1035 §3.5 and RFC 3596 §2.5. */
function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split(".").reverse().join(".")}.in-addr.arpa`;
  const groups = parseIPv6(address)!;
  const digits = groups.map((group) => group.toString(16).padStart(4, "0")).join("");
  return `${[...digits].reverse().join(".")}.ip6.arpa`;
}
