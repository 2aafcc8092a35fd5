// The proxies of the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY and their lower-case forms) by each runtime's rules. The
// caller decides whether Node uses them.
import { home } from "internal:core/program";
import { getEnvironment } from "native:process";
import defer * as failures from "internal:web/fetch/undici_errors";
import defer * as programs from "internal:core/process/environment";
import defer * as urls from "web:url";

/** An object in place of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface Dialect {
  /** Upper-case names take precedence over lower-case names. */
  capitalsFirst: boolean;
  /** ALL_PROXY is used. */
  hasAll: boolean;
  /** https: URLs go through HTTP_PROXY when there is no HTTPS_PROXY. */
  sharesHttp: boolean;
  /** What separates the entries of NO_PROXY. */
  separator: RegExp;
  /** Entries may be "*", "*.name" and "name:port". */
  hasPatterns: boolean;
  /** Entries may be networks ("10.0.0.0/8"). */
  hasNetworks: boolean;
  /** An invalid proxy URL is ignored. */
  ignoresInvalid: boolean;
}

const DIALECTS: Record<string, Dialect> = {
  node: {
    capitalsFirst: false,
    hasAll: false,
    sharesHttp: true,
    separator: /[,\s]+/,
    hasPatterns: true,
    hasNetworks: false,
    ignoresInvalid: false,
  },
  bun: {
    capitalsFirst: false,
    hasAll: true,
    sharesHttp: false,
    separator: /[,\s]+/,
    hasPatterns: true,
    hasNetworks: true,
    ignoresInvalid: false,
  },
  deno: {
    capitalsFirst: true,
    hasAll: true,
    sharesHttp: false,
    separator: /,/,
    hasPatterns: false,
    hasNetworks: true,
    ignoresInvalid: true,
  },
};

/** Changes when the program may have changed the result of `environmentProxy`. Not used for Node, which reads the environment at start. */
export function environmentVersion(): number {
  return programs.environmentChangeCount();
}

/** The URL of the proxy for a host (a name in lower case, or an address without brackets); empty: none. `env` replaces the environment. */
export function environmentProxy(isSecure: boolean, host: string, port: number, env?: Environment): string {
  const dialect = DIALECTS[home()]!;
  const proxy =
    (isSecure ? read(dialect, "https_proxy", env) : "") ||
    (!isSecure || dialect.sharesHttp ? read(dialect, "http_proxy", env) : "") ||
    (dialect.hasAll ? read(dialect, "all_proxy", env) : "");
  if (proxy === "" || isExcepted(dialect, host, port, env)) return "";
  return dialect.ignoresInvalid && !/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^:/]/i.test(proxy) ? "" : proxy;
}

/** Throws for a proxy of `env` (default: of the environment) that Node's fetch refuses: an invalid URL, or an unsupported protocol. */
export function checkProxies(env?: Environment): void {
  for (const name of ["http_proxy", "https_proxy"]) {
    const proxy = read(DIALECTS.node!, name, env);
    if (proxy === "") continue;
    const { protocol } = new urls.URL(proxy);
    if (/^(?:https?|socks5?):$/.test(protocol)) continue;
    throw failures.undiciError(
      "UND_ERR_INVALID_ARG",
      "Invalid URL protocol: the URL must start with `http:` or `https:`.",
    );
  }
}

function read(dialect: Dialect, name: string, env: Environment | undefined): string {
  const capitals = name.toUpperCase();
  const [first, second] = dialect.capitalsFirst ? [capitals, name] : [name, capitals];
  return (variable(first, env) || variable(second, env) || "").trim();
}

// Node reads them at start; the others read the program's current environment.
function variable(name: string, env: Environment | undefined): string | null | undefined {
  if (env !== undefined) return env[name];
  return home() === "node" ? getEnvironment(name) : programs.variables[name];
}

function isExcepted(dialect: Dialect, host: string, port: number, env: Environment | undefined): boolean {
  const list = read(dialect, "no_proxy", env).toLowerCase();
  return (
    list !== "" &&
    list.split(dialect.separator).some((entry) => entry.trim() !== "" && covers(dialect, entry.trim(), host, port))
  );
}

// A name also covers its subdomains.
function covers(dialect: Dialect, entry: string, host: string, port: number): boolean {
  let name = entry;
  if (dialect.hasPatterns) {
    if (name === "*") return true;
    const [, before, wanted] = /^([^:]+|\[.*\]):(\d+)$/.exec(name) ?? [];
    if (before !== undefined) {
      if (Number(wanted) !== port) return false;
      name = before;
    }
    name = name.replace(/^\*/, "");
  }
  if (dialect.hasNetworks && name.includes("/")) return isInNetwork(host, name);
  name = name.replace(/^\[(.*)\]$/, "$1").replace(/^\./, "");
  return host === name || host.endsWith(`.${name}`);
}

// RFC 4632 §3.1. IPv6 networks are not supported.
function isInNetwork(host: string, network: string): boolean {
  const [base, length] = network.split("/") as [string, string];
  const [address, start] = [addressNumber(host), addressNumber(base)];
  const bits = Number(length);
  if (address === null || start === null || !(bits >= 0 && bits <= 32)) return false;
  const size = 2 ** (32 - bits);
  return Math.floor(address / size) === Math.floor(start / size);
}

function addressNumber(text: string): number | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}
