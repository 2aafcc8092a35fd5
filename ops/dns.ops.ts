// native:dns. Names to addresses and back, by the system's resolver, and raw queries. Implemented by host/dns.
import type { Bytes, i32, u16, u32, u8 } from "./types.ts";

/**
 * The addresses of a host, by getaddrinfo, in its order, without duplicates: each string begins with "4" or "6" for
 * its family. `family`: 0 any, 4, 6. `hints`: flags of getaddrinfo (AI_ADDRCONFIG, AI_V4MAPPED, AI_ALL). An error of
 * the resolver is the only string, "E" and its code (`ENOTFOUND`).
 * @permission resolve(host)
 */
export declare function lookup(host: string, family: u8, hints: i32): Promise<string[]>;

/**
 * The names of a numeric address and of a port, by getnameinfo; an error as above.
 * @permission net(address, port)
 */
export declare function lookupService(address: string, port: u16): Promise<string[]>;

/**
 * Sends a DNS message to name servers until one responds. `servers`: addresses with ports ("1.2.3.4:53",
 * "[::1]:53"). They are queried one after another, `tries` times, with `timeoutMs` for the first round and twice as
 * much for each further one, at most `timeoutMsMax` (0: no limit). Over UDP first; over TCP when the response was
 * truncated. `localAddresses`: empty, or the addresses to send from. The first byte of the result is: 0 the response
 * follows, 1 no server responded in time, 2 no server could be reached, 3 cancelled by `cancelQueries`.
 * @permission servers(servers)
 */
export declare function query(
  resolver: u32,
  generation: u32,
  servers: string[],
  localAddresses: string[],
  message: Bytes,
  timeoutMs: u32,
  timeoutMsMax: u32,
  tries: u32,
): Promise<Bytes>;

/**
 * Cancels the queries of a resolver up to that generation.
 * @permission none: ends queries of this program
 */
export declare function cancelQueries(resolver: u32, generation: u32): void;
