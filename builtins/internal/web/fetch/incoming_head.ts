// The head of a response as it came: status and one text, taken apart when a program asks for a part.
import { type RawHeaders } from "web:headers";
import { type BodyRecord } from "web:body";
import { type NetworkResponse } from "web:response";
import { home } from "internal:core/program";
import defer * as tables from "internal:web/http/method_names";

/** What `native:fetch` undoes. */
const KNOWN_CODINGS = /^\s*(?:x-gzip|gzip|deflate|br|zstd|identity|)\s*$/i;

export class IncomingHead implements NetworkResponse, RawHeaders {
  readonly status: number;
  /** The reason phrase, then names and values, joined by line feeds. */
  readonly #text: string;
  body: BodyRecord | null = null;
  url: string;
  redirected: boolean;
  type: NetworkResponse["type"] = "basic";
  /** Content codings were asked to be undone. */
  decodes = false;

  constructor(status: number, text: string, url: string, redirected: boolean) {
    this.status = status;
    this.#text = text;
    this.url = url;
    this.redirected = redirected;
  }

  /** Whether the body is other bytes than the fields speak of. */
  get isDecoded(): boolean {
    if (!this.decodes) return false;
    const codings = this.header("content-encoding");
    return codings !== null && codings.split(",").every((coding) => KNOWN_CODINGS.test(coding));
  }

  get statusText(): string {
    const end = this.#text.indexOf("\n");
    const reason = end < 0 ? this.#text : this.#text.slice(0, end);
    // HTTP/2 has none (RFC 9113 §8.3.2); Deno then gives the usual one.
    return reason === "" && home() === "deno" ? (tables.STATUS_CODES[this.status] ?? "") : reason;
  }

  /** Names and values as sent. */
  headers(): string[] {
    const parts = this.#text.split("\n");
    parts.shift();
    return parts;
  }

  /** The joined value of a field by its lower-case name, or null. */
  header(lowerName: string): string | null {
    const parts = this.#text.split("\n");
    let joined: string | null = null;
    for (let index = 1; index < parts.length; index += 2) {
      const name = parts[index]!;
      if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue;
      joined = joined === null ? parts[index + 1]! : `${joined}, ${parts[index + 1]!}`;
    }
    return joined;
  }
}
