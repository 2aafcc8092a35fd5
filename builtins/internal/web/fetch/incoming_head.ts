// The head of a response as received: the status and one string, parsed when a program reads a part.
import { type RawHeaders } from "web:headers";
import { type BodyRecord } from "web:body";
import { type NetworkResponse } from "web:response";
import { home } from "internal:core/program";
import defer * as tables from "internal:web/http/status_codes";

/** The codings that `native:fetch` decodes. */
const KNOWN_CODINGS = /^\s*(?:x-gzip|gzip|deflate|br|zstd|identity|)\s*$/i;

export class IncomingHead implements NetworkResponse, RawHeaders {
  readonly status: number;
  /** The reason phrase, then names and values, joined by line feeds. */
  readonly #raw: string;
  body: BodyRecord | null = null;
  url: string;
  redirected: boolean;
  type: NetworkResponse["type"] = "basic";
  /** Whether decoding of content codings was requested. */
  decodes = false;

  constructor(status: number, raw: string, url: string, redirected: boolean) {
    this.status = status;
    this.#raw = raw;
    this.url = url;
    this.redirected = redirected;
  }

  /** Whether the body was decoded, so that the fields do not describe its bytes. */
  get isDecoded(): boolean {
    if (!this.decodes) return false;
    const codings = this.header("content-encoding");
    return codings !== null && codings.split(",").every((coding) => KNOWN_CODINGS.test(coding));
  }

  get statusText(): string {
    const end = this.#raw.indexOf("\n");
    const reason = end < 0 ? this.#raw : this.#raw.slice(0, end);
    // HTTP/2 has none (RFC 9113 §8.3.2); Deno then returns the standard phrase.
    return reason === "" && home() === "deno" ? (tables.STATUS_CODES[this.status] ?? "") : reason;
  }

  /** Names and values as received. */
  headers(): string[] {
    const parts = this.#raw.split("\n");
    parts.shift();
    return parts;
  }

  /** The joined value of a field by its lower-case name, or null. */
  header(lowerName: string): string | null {
    const parts = this.#raw.split("\n");
    let joined: string | null = null;
    for (let index = 1; index < parts.length; index += 2) {
      const name = parts[index]!;
      if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue;
      joined = joined === null ? parts[index + 1]! : `${joined}, ${parts[index + 1]!}`;
    }
    return joined;
  }
}
