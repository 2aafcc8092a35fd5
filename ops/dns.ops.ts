// native:dns. Names to addresses and back, by the system's resolver, and raw queries. Implemented by host/dns.
import type { Bytes, Enum, EnumOf, Options, i32, u16, u32, u8 } from "./types.ts";

/** Which addresses a lookup returns. */
export declare const AddressFamily: Enum<u8, { ANY: 0; IPV4: 4; IPV6: 6 }>;
export type AddressFamily = EnumOf<typeof AddressFamily>;

/** How a query ended. */
export declare const QueryOutcome: Enum<
  u8,
  {
    /** The response follows. */
    RESPONDED: 0;
    /** No server responded in time. */
    TIMED_OUT: 1;
    /** No server could be reached. */
    UNREACHABLE: 2;
    /** By `cancelQueries`. */
    CANCELLED: 3;
  }
>;
export type QueryOutcome = EnumOf<typeof QueryOutcome>;

/** How long to wait for servers and how often to try. */
export interface QueryRetries extends Options {
  /** For the first round; each further one has twice as much. */
  timeoutMs: u32;
  /** At most; 0 for no limit. */
  timeoutMsMax: u32;
  tries: u32;
}

/**
 * The addresses of a host, by getaddrinfo, in its order, without duplicates: each string begins with "4" or "6" for
 * its family. `hints`: flags of getaddrinfo (AI_ADDRCONFIG, AI_V4MAPPED, AI_ALL). An error of
 * the resolver is the only string, "E" and its code (`ENOTFOUND`).
 * @permission resolve(host)
 */
export declare function lookup(host: string, family: AddressFamily, hints: i32): Promise<string[]>;

/**
 * The names of a numeric address and of a port, by getnameinfo; an error as above.
 * @permission net(address, port)
 */
export declare function lookupService(address: string, port: u16): Promise<string[]>;

/**
 * Sends a DNS message to name servers until one responds. `servers`: addresses with ports ("1.2.3.4:53",
 * "[::1]:53"). They are queried one after another, in rounds. Over UDP first; over TCP when the response was truncated.
 * `localAddresses`: empty, or the addresses to send from. The first byte of the result is a `QueryOutcome`.
 * @permission servers(servers)
 */
export declare function query(
  resolver: u32,
  generation: u32,
  servers: string[],
  localAddresses: string[],
  message: Bytes,
  retries: QueryRetries,
): Promise<Bytes>;

/**
 * Cancels the queries of a resolver up to that generation.
 * @permission none: ends queries of this program
 */
export declare function cancelQueries(resolver: u32, generation: u32): void;
