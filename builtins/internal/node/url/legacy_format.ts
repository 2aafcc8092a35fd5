// `url.format`: formats a legacy `Url`, any object with its fields, or a URL with options.
import { ERR_INVALID_URI } from "internal:core/errors";
import { type LegacyUrl, slashedProtocols } from "internal:node/url/legacy_parse";
import { validateObject } from "internal:core/validators";
import { URL, isURL as isOwnURL } from "web:url";
import defer * as querystring from "internal:node/querystring";
import * as native from "native:url";

/** Formats a legacy `Url`. */
export function formatFields(fields: Partial<LegacyUrl>): string {
  let protocol: string = fields.protocol || "";
  if (protocol && !protocol.endsWith(":")) protocol += ":";
  let pathname: string = fields.pathname || "";
  let hash: string = fields.hash || "";
  let host = formatHost(fields);
  let query = fields.query || "";
  if (query !== null && typeof query === "object") query = querystring.default.stringify(query);
  let search: string = fields.search || (query && `?${query}`) || "";

  pathname = pathname.replace(/[#?]/g, (found) => (found === "#" ? "%23" : "%3F"));
  if (fields.slashes || slashedProtocols.has(protocol)) {
    if (fields.slashes || host) {
      if (pathname && !pathname.startsWith("/")) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (protocol.startsWith("file")) {
      host = "//";
    }
  }
  search = search.replaceAll("#", "%23");
  if (hash && !hash.startsWith("#")) hash = `#${hash}`;
  if (search && !search.startsWith("?")) search = `?${search}`;
  return protocol + host + pathname + search + hash;
}

function formatHost(fields: Partial<LegacyUrl>): string {
  const auth = fields.auth ? `${escapeAuth(fields.auth)}@` : "";
  if (fields.host) return auth + fields.host;
  if (!fields.hostname) return "";
  const hostname: string = fields.hostname;
  const needsBrackets = hostname.includes(":") && !(hostname.startsWith("[") && hostname.endsWith("]"));
  return auth + (needsBrackets ? `[${hostname}]` : hostname) + (fields.port ? `:${fields.port}` : "");
}

function escapeAuth(auth: string): string {
  if (!auth.isWellFormed()) throw new ERR_INVALID_URI();
  return encodeURIComponent(auth).replaceAll("%3A", ":");
}

/** Formats a URL; `options` omit the fragment, the search or the credentials, or convert the host to Unicode. */
export function formatUrl(url: URL, options: unknown): string {
  if (!options && isOwnURL(url)) return url.href;
  let { auth = true, fragment = true, search = true, unicode = false } = {};
  if (options) {
    validateObject(options, "options");
    if (options.fragment != null) fragment = Boolean(options.fragment);
    if (options.unicode != null) unicode = Boolean(options.unicode);
    if (options.search != null) search = Boolean(options.search);
    if (options.auth != null) auth = Boolean(options.auth);
  }
  const copy = new URL(url.href);
  if (!fragment) copy.hash = "";
  if (!search) copy.search = "";
  if (!auth) {
    copy.username = "";
    copy.password = "";
  }
  if (!unicode || copy.hostname === "") return copy.href;
  // The host follows the credentials, or the slashes.
  const before = copy.href.indexOf(copy.host, copy.protocol.length + 2 + copy.username.length + copy.password.length);
  return (
    copy.href.slice(0, before) + native.domainToUnicode(copy.hostname) + copy.href.slice(before + copy.hostname.length)
  );
}
