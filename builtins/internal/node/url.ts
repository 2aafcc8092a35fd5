// node:url: the URL Standard's classes, conversions between URLs and paths, and the legacy `Url` with `parse`, `format`, `resolve`.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import {
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  fileURLToPathBuffer,
  isURL,
  pathToFileURL,
  urlToHttpOptions,
} from "internal:web/file_urls";
import { type LegacyUrl, parseInto } from "internal:node/url/legacy_parse";
import { formatFields, formatUrl } from "internal:node/url/legacy_format";
import { resolveInto } from "internal:node/url/legacy_resolve";
import { URL, URLSearchParams } from "web:url";
import defer * as caller from "internal:core/util/node_modules";
import defer * as process from "internal:core/process/warn";
import defer * as pattern from "web:url_pattern";

/** The record of the legacy functions. */
const Url = function Url(this: LegacyUrl) {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
} as unknown as new () => LegacyUrl;

Object.assign(Url.prototype, {
  parse(this: LegacyUrl, url: unknown, parseQueryString?: unknown, slashesDenoteHost?: unknown): LegacyUrl {
    return parseInto(this, url, Boolean(parseQueryString), Boolean(slashesDenoteHost));
  },
  format(this: LegacyUrl): string {
    return formatFields(this);
  },
  resolve(this: LegacyUrl, relative: unknown): string {
    return this.resolveObject(urlParse(relative, false, true)).format();
  },
  resolveObject(this: LegacyUrl, relative: unknown): LegacyUrl {
    const reference = typeof relative === "string" ? new Url().parse(relative, false, true) : relative;
    return resolveInto(Object.assign(new Url(), this), reference as LegacyUrl);
  },
  /** Removes the port from `host` and sets `port` and `hostname`. */
  parseHost(this: LegacyUrl): void {
    let host = this.host!;
    const port = /:[0-9]*$/.exec(host)?.[0];
    if (port !== undefined) {
      if (port !== ":") this.port = port.slice(1);
      host = host.slice(0, host.length - port.length);
    }
    if (host) this.hostname = host;
  },
});

let warned = false;

function warnOfParse(): void {
  if (caller.isInsideNodeModules()) return;
  warned = true;
  process.emitWarning(
    "`url.parse()` behavior is not standardized and prone to errors that have security implications. Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` vulnerabilities.",
    { type: "DeprecationWarning", code: "DEP0169" },
  );
}

/** Parses a URL or a relative reference. With `parseQueryString` the query becomes an object. */
function urlParse(url: unknown, parseQueryString?: unknown, slashesDenoteHost?: unknown): LegacyUrl {
  if (!warned) warnOfParse();
  return url instanceof Url ? url : new Url().parse(url, parseQueryString, slashesDenoteHost);
}

/** Formats a URL, a legacy `Url`, or an object with its fields. */
function urlFormat(urlObject: unknown, options?: unknown): string {
  if (typeof urlObject === "string") return urlParse(urlObject).format();
  if (typeof urlObject !== "object" || urlObject === null) {
    throw new ERR_INVALID_ARG_TYPE("urlObject", ["Object", "string"], urlObject);
  }
  if (isURL(urlObject)) return formatUrl(urlObject, options);
  return Url.prototype.format.call(urlObject);
}

/** Resolves a reference against a base, to a string. */
function urlResolve(source: unknown, relative: unknown): string {
  return urlParse(source, false, true).resolve(relative);
}

/** As `resolve`, to a legacy `Url`. */
function urlResolveObject(source: unknown, relative: unknown): unknown {
  return source ? urlParse(source, false, true).resolveObject(relative) : relative;
}

const moduleExports = {
  Url,
  parse: urlParse,
  resolve: urlResolve,
  resolveObject: urlResolveObject,
  format: urlFormat,
  URL,
  URLPattern: undefined,
  URLSearchParams,
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  fileURLToPathBuffer,
  urlToHttpOptions,
};
// Rarely used and large: loaded on first use.
Object.defineProperty(moduleExports, "URLPattern", {
  configurable: true,
  enumerable: true,
  get: () => pattern.URLPattern,
});

export default moduleExports;
export { URL, URLSearchParams, fileURLToPath, pathToFileURL };
