// A set of name servers and the in-flight queries to them: shared by `Resolver` and the functions of node:dns.
import { safe } from "internal:core/bootstrap";
import { ERR_DNS_SET_SERVERS_FAILED, dnsException } from "internal:core/errors";
import * as performance from "internal:node/dns/performance_entries";
import { type Response, TYPES, decodeResponse, encodeQuery } from "internal:node/dns/message";
import { readAnyRecord, readRecord } from "internal:node/dns/records";
import { type Server, formatEndpoint, namesInHosts, readServers, systemServers } from "internal:node/dns/servers";
import { isIP, parseIPv6 } from "internal:core/ip_address";
import * as ops from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import { domainToASCII } from "internal:web/file_urls";
import { QueryOutcome } from "native:dns";
import * as native from "native:dns";

/** Node's code by `QueryOutcome`. */
const OUTCOME_CODES = ["", "ETIMEOUT", "ECONNREFUSED", "ECANCELLED"];
/** RFC 1035 §4.1.1: response codes from 1 on. */
const RESPONSE_CODES = ["", "EFORMERR", "ESERVFAIL", "ENOTFOUND", "ENOTIMP", "EREFUSED"];
const TIMEOUT_MS = 2000;

const onionName = /\.onion\.?$/i;
/** Characters that c-ares rejects in a name. A backslash escapes. */
const forbiddenInName = /[^\w.\-/*\\]/;

type Done = (error: Error | null, result?: any) => void;
/** Called with the code of an error, or "" and the response. */
type QueryDone = (code: string, response?: Response) => void;

let channelCount = 0;

export class Channel {
  #number = ++channelCount;
  #generation = 1;
  #servers: Server[] | undefined;
  #pending = new Set<QueryDone>();
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

  /** The addresses and ports of the servers. */
  getServers(): [string, number][] {
    this.#servers ??= systemServers();
    return this.#servers.map(({ address, port }) => [address, port]);
  }

  /** Throws ERR_INVALID_IP_ADDRESS, and ERR_DNS_SET_SERVERS_FAILED while queries are in flight. */
  setServers(servers: unknown): void {
    const parsed = readServers(servers);
    if (this.#pending.size > 0) throw new ERR_DNS_SET_SERVERS_FAILED("There are pending queries.", String(servers));
    this.#servers = parsed;
  }

  setLocalAddresses(addresses: string[]): void {
    this.#localAddresses = addresses;
  }

  /** Fails every in-flight query with ECANCELLED, in the order in which they were sent. */
  cancel(): void {
    native.cancelQueries(this.#number, this.#generation++);
    for (const done of this.#pending) nextTick(done, "ECANCELLED");
    this.#pending.clear();
  }

  /** Queries records of one type; `done` is called with them in Node's form, or the error. */
  resolve(hostname: string, type: keyof typeof TYPES, withTtl: boolean, done: Done): void {
    const syscall = `query${type[0]}${type.slice(1).toLowerCase()}`;
    const observed = performance.begin(syscall);
    this.#query(domainToASCII(hostname) || hostname, TYPES[type], (code, response) => {
      const result = code === "" ? collect(response!, type, withTtl) : code;
      if (typeof result === "string") return done(dnsException(result, syscall, hostname));
      performance.end(observed, { host: hostname, ttl: withTtl, result });
      done(null, result);
    });
  }

  /** The names of an address: of /etc/hosts, or by a PTR query. */
  reverse(address: string, done: Done): void {
    const fail = (code: string): void => done(dnsException(code, "getHostByAddr", address));
    const known = namesInHosts(address);
    if (known.length > 0) {
      nextTick(done, null, known);
      return;
    }
    this.#query(reverseName(address), TYPES.PTR, (code, response) => {
      const result = code === "" ? collect(response!, "PTR", false) : code;
      // As in Node: every failure means that the address has no name.
      const isItsOwn = result === "ECANCELLED" || result === "ERR_ACCESS_DENIED";
      if (typeof result === "string") fail(isItsOwn ? result : "ENOTFOUND");
      else done(null, result);
    });
  }

  #query(name: string, type: number, done: QueryDone): void {
    // RFC 7686 §2: such names are not sent to name servers.
    if (onionName.test(name)) {
      nextTick(done, "ENOTFOUND");
      return;
    }
    const message = forbiddenInName.test(name) ? null : encodeQuery(safe.trunc(Math.random() * 65536), name, type);
    if (message === null) {
      nextTick(done, "EBADNAME");
      return;
    }
    this.#servers ??= systemServers();
    this.#pending.add(done);
    const finish = (error: Error | null, bytes: Uint8Array): void => {
      // The callback of a cancelled query was called already.
      if (!this.#pending.delete(done)) return;
      // A refusal: the query was not sent.
      if (error !== null) return done((error as { code?: string }).code ?? "ERR_ACCESS_DENIED");
      if (bytes[0] !== QueryOutcome.RESPONDED) return done(OUTCOME_CODES[bytes[0]!]!);
      const response = decodeResponse(bytes.subarray(1), message);
      if (response === null) return done("EBADRESP");
      if (response.code !== 0) return done(RESPONSE_CODES[response.code] ?? "ESERVFAIL");
      done("", response);
    };
    ops.callbackOf(
      "QUERYWRAP",
      native.query,
      finish,
      this.#number,
      this.#generation,
      this.#servers.map(formatEndpoint),
      this.#localAddresses,
      message,
      { timeoutMs: this.#timeout, timeoutMsMax: this.#maxTimeout, tries: this.#tries },
    );
  }
}

/** The records of the type, or the code of an error. */
function collect(response: Response, type: keyof typeof TYPES, withTtl: boolean): unknown {
  const found: unknown[] = [];
  for (const record of response.records) {
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
