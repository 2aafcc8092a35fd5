// native:url. URLs (URL Standard), parsed by ada. A URL crosses as its serialization; the positions of its parts are
// written into an array of nine 32-bit numbers, as offsets in the serialization (which is ASCII). Implemented by
// host/url.
//   0 end of the protocol, with ":"    1 end of the username    2 start of the host (at "@" when there are credentials)
//   3 end of the host    4 port, or 0xffffffff    5 start of the pathname
//   6 start of the search (at "?"), or 0xffffffff    7 start of the hash (at "#"), or 0xffffffff
//   8 scheme: 0 http, 1 none of these, 2 https, 3 ws, 4 ftp, 5 wss, 6 file
import type { BytesMut, u8 } from "./types.ts";

/**
 * Parses `input`, relative to `base` when there is one. Returns the serialization and fills `parts` (36 bytes);
 * null for an invalid URL or base.
 */
export declare function parse(input: string, base: string | null, parts: BytesMut): string | null;

/** Whether `parse` would succeed. */
export declare function canParse(input: string, base: string | null): boolean;

/**
 * Sets one component of the URL `href` and fills `parts`. `component`: 0 href, 1 protocol, 2 username, 3 password, 4
 * host, 5 hostname, 6 port, 7 pathname, 8 search, 9 hash. Returns the new serialization; null for an invalid value,
 * in which case the URL stays unchanged.
 */
export declare function update(href: string, component: u8, value: string, parts: BytesMut): string | null;

/** The ASCII form of a domain; empty for an invalid one. */
export declare function domainToAscii(domain: string): string;

/** The Unicode form of a domain; empty for an invalid one. */
export declare function domainToUnicode(domain: string): string;
