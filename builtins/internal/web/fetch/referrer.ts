// The Referer field of a request with a referrer (https://w3c.github.io/webappsec-referrer-policy/#algorithms).
import { HeaderList } from "internal:web/fetch/header_list";
import { type RequestSettings } from "internal:web/fetch/request_settings";
import { type Target } from "internal:web/fetch/target_cache";
import { URL } from "web:url";

const REFERRER_LENGTH_MAX = 4096;
const LOCAL = new Set(["about:", "blob:", "data:"]);

/** The fields of a request to `target`; the program's Referer precedes the one that the policy allows. */
export function withReferrer(headers: HeaderList | null, settings: RequestSettings, target: Target): HeaderList | null {
  const referrer = referrerFor(settings, target);
  if (referrer === null) return headers;
  const list = headers === null ? new HeaderList() : headers.clone();
  const given = list.get("referer");
  list.set("referer", given === null ? referrer : `${given}, ${referrer}`, "referer");
  return list;
}

function referrerFor({ referrer, referrerPolicy }: RequestSettings, target: Target): string | null {
  const url = new URL(referrer);
  if (LOCAL.has(url.protocol)) return null;
  url.username = url.password = url.hash = "";
  const full = url.href.length > REFERRER_LENGTH_MAX ? originOf(url) : url.href;
  const isSameOrigin = url.origin === target.originText;
  const isDowngrade = !target.isTrustworthy && isTrustworthy(url);
  switch (referrerPolicy) {
    case "no-referrer":
      return null;
    case "unsafe-url":
      return full;
    case "origin":
      return originOf(url);
    case "same-origin":
      return isSameOrigin ? full : null;
    case "origin-when-cross-origin":
      return isSameOrigin ? full : originOf(url);
    case "strict-origin":
      return isDowngrade ? null : originOf(url);
    case "no-referrer-when-downgrade":
      return isDowngrade ? null : full;
    // "strict-origin-when-cross-origin", the default.
    default:
      return isSameOrigin ? full : isDowngrade ? null : originOf(url);
  }
}

function originOf(url: URL): string {
  return `${url.protocol}//${url.host}/`;
}

function isTrustworthy({ protocol, hostname }: URL): boolean {
  return (
    protocol === "https:" ||
    protocol === "wss:" ||
    protocol === "file:" ||
    /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)
  );
}
