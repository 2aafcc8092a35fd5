// native:dns. Names to addresses and back, by the system's resolver. Implemented by host/dns.
import type { i32, u16, u8 } from "./types.ts";

/**
 * The addresses of a host, by getaddrinfo, in its order, without doubles: each text begins with "4" or "6" for its family.
 * `family`: 0 any, 4, 6. `hints`: flags of getaddrinfo (AI_ADDRCONFIG, AI_V4MAPPED, AI_ALL). A failure of the resolver is the only
 * text, "E" and its code (`ENOTFOUND`). Permission: net.
 */
export declare function lookup(host: string, family: u8, hints: i32): Promise<string[]>;

/** The names of a numeric address and of a port, by getnameinfo; a failure as above. */
export declare function lookupService(address: string, port: u16): Promise<string[]>;
