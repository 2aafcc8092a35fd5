// `url.resolve`: resolves a reference against a base, by the rules of browsers before the URL Standard
// (RFC 3986 §5.2, with the exceptions of old schemes).
import { type LegacyUrl, hostlessProtocols, slashedProtocols } from "internal:node/url/legacy_parse";

type Fields = LegacyUrl & Record<string, unknown>;

/** Fills `result`, a copy of the base, with the resolved reference. Changes `relative`. */
export function resolveInto(result: LegacyUrl, relative: LegacyUrl): LegacyUrl {
  result.hash = relative.hash;
  if (relative.href === "") return finish(result);
  if (relative.slashes && !relative.protocol) return takeNetworkPath(result, relative);
  if (relative.protocol && relative.protocol !== result.protocol) return takeOtherScheme(result, relative);
  return resolvePath(result, relative);
}

function finish(result: LegacyUrl): LegacyUrl {
  result.href = result.format();
  return result;
}

/** "//host/path": everything but the scheme is new. */
function takeNetworkPath(result: LegacyUrl, relative: LegacyUrl): LegacyUrl {
  for (const key of Object.keys(relative)) {
    if (key !== "protocol") (result as Fields)[key] = (relative as Fields)[key];
  }
  if (slashedProtocols.has(result.protocol!) && result.hostname && !result.pathname)
    result.path = result.pathname = "/";
  return finish(result);
}

function takeOtherScheme(result: LegacyUrl, relative: LegacyUrl): LegacyUrl {
  if (!slashedProtocols.has(relative.protocol!)) return finish(Object.assign(result, relative));
  result.protocol = relative.protocol;
  if (!relative.host && !/^file:?$/.test(relative.protocol!) && !hostlessProtocols.has(relative.protocol!)) {
    // "http:a/b" with a base of another scheme: the first segment is the host.
    const segments: string[] = (relative.pathname || "").split("/");
    while (segments.length > 0 && !(relative.host = segments.shift()!));
    relative.host ||= "";
    relative.hostname ||= "";
    if (segments[0] !== "") segments.unshift("");
    if (segments.length < 2) segments.unshift("");
    result.pathname = segments.join("/");
  } else {
    result.pathname = relative.pathname;
  }
  result.search = relative.search;
  result.query = relative.query;
  result.host = relative.host || "";
  result.auth = relative.auth;
  result.hostname = relative.hostname || relative.host;
  result.port = relative.port;
  if (result.pathname || result.search) result.path = (result.pathname || "") + (result.search || "");
  result.slashes = result.slashes || relative.slashes;
  return finish(result);
}

function setPath(result: LegacyUrl): void {
  if (result.pathname !== null || result.search !== null) result.path = (result.pathname || "") + (result.search || "");
}

function putHostFirst(segments: string[], host: string): void {
  if (segments[0] === "") segments[0] = host;
  else segments.unshift(host);
}

/** In a scheme without slashes the host is the first segment: "mailto:a@b". */
function takeHostFromPath(result: LegacyUrl, host: string): void {
  result.hostname = result.host = host;
  const at = host ? host.indexOf("@") : -1;
  if (at <= 0) return;
  const [auth, name] = host.split("@");
  result.auth = auth;
  result.host = result.hostname = name;
}

function resolvePath(result: LegacyUrl, relative: LegacyUrl): LegacyUrl {
  const isSourceAbsolute = Boolean(result.pathname?.startsWith("/"));
  const isRelativeAbsolute = Boolean(relative.host || relative.pathname?.startsWith("/"));
  let mustEndAbsolute = Boolean(isRelativeAbsolute || isSourceAbsolute || (result.host && relative.pathname));
  const removeAllDots = mustEndAbsolute;
  let segments: string[] = result.pathname ? result.pathname.split("/") : [];
  const relativeSegments: string[] = relative.pathname ? relative.pathname.split("/") : [];
  const isSlashless = Boolean(result.protocol) && !slashedProtocols.has(result.protocol!);

  if (isSlashless) {
    if (result.host) putHostFirst(segments, result.host);
    result.hostname = "";
    result.port = null;
    result.host = "";
    if (relative.protocol) {
      if (relative.host) putHostFirst(relativeSegments, relative.host);
      relative.hostname = relative.port = relative.host = result.auth = null;
    }
    mustEndAbsolute &&= relativeSegments[0] === "" || segments[0] === "";
  }

  if (isRelativeAbsolute) {
    takeAuthority(result, relative);
    segments = relativeSegments;
  } else if (relativeSegments.length > 0) {
    segments.pop();
    segments = segments.concat(relativeSegments);
    result.search = relative.search;
    result.query = relative.query;
  } else if (relative.search !== null && relative.search !== undefined) {
    if (isSlashless) takeHostFromPath(result, segments.shift()!);
    result.search = relative.search;
    result.query = relative.query;
    setPath(result);
    return finish(result);
  }
  if (segments.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    return finish(result);
  }
  joinSegments(result, relative, segments, { mustEndAbsolute, removeAllDots, isSlashless });
  setPath(result);
  result.auth = relative.auth || result.auth;
  result.slashes = result.slashes || relative.slashes;
  return finish(result);
}

function takeAuthority(result: LegacyUrl, relative: LegacyUrl): void {
  if (relative.host || relative.host === "") {
    if (result.host !== relative.host) result.auth = null;
    result.host = relative.host;
    result.port = relative.port;
  }
  if (relative.hostname || relative.hostname === "") {
    if (result.hostname !== relative.hostname) result.auth = null;
    result.hostname = relative.hostname;
  }
  result.search = relative.search;
  result.query = relative.query;
}

interface JoinRules {
  mustEndAbsolute: boolean;
  removeAllDots: boolean;
  isSlashless: boolean;
}

/** Removes "." and ".." and sets the pathname. */
function joinSegments(result: LegacyUrl, relative: LegacyUrl, segments: string[], rules: JoinRules): void {
  let { mustEndAbsolute } = rules;
  const last = segments[segments.length - 1]!;
  const isDots = last === "." || last === "..";
  const hasTrailingSlash = last === "" || (isDots && Boolean(result.host || relative.host || segments.length > 1));

  let up = 0;
  for (let index = segments.length - 1; index >= 0; index--) {
    const segment = segments[index]!;
    if (segment === ".") {
      segments.splice(index, 1);
    } else if (segment === "..") {
      segments.splice(index, 1);
      up++;
    } else if (up > 0) {
      segments.splice(index, 1);
      up--;
    }
  }
  if (!mustEndAbsolute && !rules.removeAllDots) {
    for (; up > 0; up--) segments.unshift("..");
  }
  if (mustEndAbsolute && segments[0] !== "" && !segments[0]?.startsWith("/")) segments.unshift("");
  if (hasTrailingSlash && !segments.join("/").endsWith("/")) segments.push("");

  const isAbsolute = segments[0] === "" || Boolean(segments[0]?.startsWith("/"));
  if (rules.isSlashless) takeHostFromPath(result, isAbsolute ? "" : (segments.shift() ?? ""));
  mustEndAbsolute ||= Boolean(result.host) && segments.length > 0;
  if (mustEndAbsolute && !isAbsolute) segments.unshift("");
  result.pathname = segments.length === 0 ? null : segments.join("/");
  if (segments.length === 0) result.path = null;
}
