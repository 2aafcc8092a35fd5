// native:url. URLs (URL Standard), parsed by ada. A URL crosses as its serialization; the positions of its parts are
// written into an array of nine 32-bit numbers (`UrlPart`), as offsets in the serialization (which is ASCII).
// Implemented by host/url.
import type { BytesMut, Enum, EnumOf, Flags, u32, u8 } from "./types.ts";

/** The numbers that describe a serialization, by their index. */
export declare const UrlPart: Enum<
  u8,
  {
    /** After the ":". */
    PROTOCOL_END: 0;
    USERNAME_END: 1;
    /** At the "@" when there are credentials. */
    HOST_START: 2;
    HOST_END: 3;
    /** The port, or `OMITTED`. */
    PORT: 4;
    PATHNAME_START: 5;
    /** At the "?", or `OMITTED`. */
    SEARCH_START: 6;
    /** At the "#", or `OMITTED`. */
    HASH_START: 7;
    /** A `UrlScheme`. */
    SCHEME: 8;
  }
>;

/** The position of a missing part. */
export declare const UrlPosition: Flags<u32, { OMITTED: 4294967295 }>;

/** Schemes that the URL Standard calls special. */
export declare const UrlScheme: Enum<
  u8,
  {
    HTTP: 0;
    /** None of these. */
    OTHER: 1;
    HTTPS: 2;
    WS: 3;
    FTP: 4;
    WSS: 5;
    FILE: 6;
  }
>;
export type UrlScheme = EnumOf<typeof UrlScheme>;

/** The components that can be set. */
export declare const UrlComponent: Enum<
  u8,
  {
    HREF: 0;
    PROTOCOL: 1;
    USERNAME: 2;
    PASSWORD: 3;
    HOST: 4;
    HOSTNAME: 5;
    PORT: 6;
    PATHNAME: 7;
    SEARCH: 8;
    HASH: 9;
  }
>;
export type UrlComponent = EnumOf<typeof UrlComponent>;

/**
 * Parses `input`, relative to `base` when there is one. Returns the serialization and fills `parts` (36 bytes);
 * null for an invalid URL or base.
 */
export declare function parse(input: string, base: string | null, parts: BytesMut): string | null;

/** Whether `parse` would succeed. */
export declare function canParse(input: string, base: string | null): boolean;

/**
 * Sets one component of the URL `href` and fills `parts`. Returns the new serialization; null for an invalid value, in
 * which case the URL stays unchanged.
 */
export declare function update(href: string, component: UrlComponent, value: string, parts: BytesMut): string | null;

/** The ASCII form of a domain; empty for an invalid one. */
export declare function domainToAscii(domain: string): string;

/** The Unicode form of a domain; empty for an invalid one. */
export declare function domainToUnicode(domain: string): string;
