// The members of RequestInit that control how a browser fetches. Programs rarely set them, so requests share one object with
// the defaults.
import { toDOMString, toEnumeration } from "internal:core/webidl";
import type { Dispatcher } from "internal:web/fetch/dispatcher_fetch";
import defer * as urls from "web:url";

export interface RequestSettings {
  readonly destination: string;
  readonly referrer: string;
  readonly referrerPolicy: string;
  readonly mode: string;
  readonly credentials: string;
  readonly cache: string;
  readonly redirect: string;
  readonly integrity: string;
  readonly keepalive: boolean;
  /** Node's extension: the dispatcher of undici that makes the connection. */
  readonly dispatcher: Dispatcher | undefined;
}

export const defaultSettings: RequestSettings = {
  destination: "",
  referrer: "about:client",
  referrerPolicy: "",
  mode: "cors",
  credentials: "same-origin",
  cache: "default",
  redirect: "follow",
  integrity: "",
  keepalive: false,
  dispatcher: undefined,
};

const modes = ["navigate", "same-origin", "no-cors", "cors"];
const credentialKinds = ["omit", "same-origin", "include"];
const caches = ["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"];
const redirects = ["follow", "manual", "error"];
const policies = [
  "",
  "no-referrer",
  "no-referrer-when-downgrade",
  "same-origin",
  "origin",
  "strict-origin",
  "origin-when-cross-origin",
  "strict-origin-when-cross-origin",
  "unsafe-url",
];

function oneOf(value: unknown, allowed: readonly string[], fallback: string): string {
  return value === undefined ? fallback : toEnumeration(value, allowed, "undefined");
}

/** A program's RequestInit, whose members are not checked yet. */
export interface RequestInit {
  body?: unknown;
  cache?: unknown;
  credentials?: unknown;
  dispatcher?: unknown;
  duplex?: unknown;
  headers?: unknown;
  integrity?: unknown;
  keepalive?: unknown;
  method?: unknown;
  mode?: unknown;
  redirect?: unknown;
  referrer?: unknown;
  referrerPolicy?: unknown;
  signal?: unknown;
  window?: unknown;
}

/** `base` with the members of `init`. Throws a TypeError for invalid values. */
export function readSettings(init: RequestInit, base: RequestSettings): RequestSettings {
  const {
    cache,
    credentials,
    dispatcher,
    duplex,
    integrity,
    keepalive,
    mode,
    redirect,
    referrer,
    referrerPolicy,
    window,
  } = init;
  if (duplex !== undefined) toEnumeration(duplex, ["half"], "undefined");
  if (window !== undefined && window !== null) throw new TypeError("'window' option 'client' must be null");
  if (
    cache === undefined &&
    credentials === undefined &&
    dispatcher === undefined &&
    integrity === undefined &&
    keepalive === undefined &&
    mode === undefined &&
    redirect === undefined &&
    referrer === undefined &&
    referrerPolicy === undefined
  )
    return base;
  const settings: RequestSettings = {
    destination: base.destination,
    referrer: referrer === undefined ? base.referrer : readReferrer(referrer),
    referrerPolicy: oneOf(referrerPolicy, policies, base.referrerPolicy),
    mode: oneOf(mode, modes, base.mode),
    credentials: oneOf(credentials, credentialKinds, base.credentials),
    cache: oneOf(cache, caches, base.cache),
    redirect: oneOf(redirect, redirects, base.redirect),
    integrity: integrity === undefined ? base.integrity : toDOMString(integrity, "RequestInit", "integrity"),
    keepalive: keepalive === undefined ? base.keepalive : Boolean(keepalive),
    dispatcher: (dispatcher ?? base.dispatcher) as Dispatcher | undefined,
  };
  if (settings.mode === "navigate") throw new TypeError("Request constructor: invalid request mode navigate.");
  if (settings.cache === "only-if-cached" && settings.mode !== "same-origin") {
    throw new TypeError("'only-if-cached' can be set only with 'same-origin' mode");
  }
  return settings;
}

function readReferrer(value: unknown): string {
  const text = `${value}`;
  if (text === "") return "";
  try {
    // There is no page whose origin it would have to match.
    return new urls.URL(text).href;
  } catch (cause) {
    throw new TypeError(`Referrer "${text}" is not a valid URL.`, { cause });
  }
}
