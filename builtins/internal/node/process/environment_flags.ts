// `process.allowedNodeEnvironmentFlags`: the flags of Node that NODE_OPTIONS may contain and that this build accepts.
// `has` also accepts them with underscores, or without the leading dashes.
import { safe } from "internal:core/bootstrap";

const FLAGS = [
  "--abort-on-uncaught-exception",
  "--async-context-frame",
  "--conditions",
  "--deprecation",
  "--disable-proto",
  "--disable-warning",
  "--disallow-code-generation-from-strings",
  "--dns-result-order",
  "--enable-source-maps",
  "--entry-url",
  "--es-module-specifier-resolution",
  "--experimental-abortcontroller",
  "--experimental-detect-module",
  "--experimental-eventsource",
  "--experimental-fetch",
  "--experimental-global-customevent",
  "--experimental-global-navigator",
  "--experimental-global-webcrypto",
  "--experimental-import-meta-resolve",
  "--experimental-json-modules",
  "--experimental-loader",
  "--experimental-report",
  "--experimental-top-level-await",
  "--experimental-websocket",
  "--experimental-worker",
  "--napi-modules",
  "--openssl-legacy-provider",
  "--experimental-print-required-tla",
  "--experimental-repl-await",
  "--experimental-require-module",
  "--experimental-sqlite",
  "--experimental-strip-types",
  "--experimental-test-isolation",
  "--experimental-test-module-mocks",
  "--experimental-transform-types",
  "--experimental-vm-modules",
  "--experimental-wasm-modules",
  "--experimental-webstorage",
  "--expose-gc",
  "--global-search-paths",
  "--import",
  "--input-type",
  "--insecure-http-parser",
  "--loader",
  "--localstorage-file",
  "--max-http-header-size",
  "--max-old-space-size",
  "--max-semi-space-size",
  "--network-family-autoselection",
  "--network-family-autoselection-attempt-timeout",
  "--no-async-context-frame",
  "--no-deprecation",
  "--no-enable-source-maps",
  "--no-experimental-detect-module",
  "--no-experimental-repl-await",
  "--no-experimental-require-module",
  "--no-experimental-sqlite",
  "--no-experimental-websocket",
  "--no-experimental-webstorage",
  "--no-global-search-paths",
  "--no-network-family-autoselection",
  "--no-node-snapshot",
  "--no-require-module",
  "--no-strip-types",
  "--no-use-bundled-ca",
  "--no-use-env-proxy",
  "--no-use-openssl-ca",
  "--no-use-system-ca",
  "--no-verify-base-objects",
  "--no-warnings",
  "--node-snapshot",
  "--pending-deprecation",
  "--preserve-symlinks",
  "--preserve-symlinks-main",
  "--redirect-warnings",
  "--report-compact",
  "--report-dir",
  "--report-directory",
  "--report-exclude-env",
  "--report-exclude-network",
  "--report-filename",
  "--report-on-fatalerror",
  "--report-on-signal",
  "--report-signal",
  "--report-uncaught-exception",
  "--require",
  "--require-module",
  "--stack-trace-limit",
  "--strip-types",
  "--test-coverage-branches",
  "--test-coverage-exclude",
  "--test-coverage-functions",
  "--test-coverage-include",
  "--test-coverage-include-all",
  "--test-coverage-lines",
  "--test-global-setup",
  "--test-isolation",
  "--test-name-pattern",
  "--test-only",
  "--test-random-seed",
  "--test-randomize",
  "--test-reporter",
  "--test-reporter-destination",
  "--test-rerun-failures",
  "--test-shard",
  "--test-skip-pattern",
  "--throw-deprecation",
  "--title",
  "--tls-cipher-list",
  "--tls-max-v1.2",
  "--tls-max-v1.3",
  "--tls-min-v1.0",
  "--tls-min-v1.1",
  "--tls-min-v1.2",
  "--tls-min-v1.3",
  "--trace-deprecation",
  "--trace-exit",
  "--trace-require-module",
  "--trace-uncaught",
  "--trace-warnings",
  "--unhandled-rejections",
  "--use-bundled-ca",
  "--use-env-proxy",
  "--use-largepages",
  "--use-openssl-ca",
  "--use-system-ca",
  "--v8-pool-size",
  "--verify-base-objects",
  "--warnings",
  "--webstorage",
  "--zero-fill-buffers",
  "-C",
  "-r",
];

class NodeEnvironmentFlagsSet extends Set<string> {
  override add(): this {
    return this;
  }
  override delete(): boolean {
    return false;
  }
  override clear(): void {}
  override has(key: unknown): boolean {
    if (typeof key !== "string") return false;
    const name = key.replace(/_/g, "-").replace(/=.*$/, "");
    if (/^-/.test(name)) return super.has(name);
    return super.has(`--${name}`) || super.has(`-${name}`);
  }
}

/** The set; programs cannot change it. */
export function environmentFlags(): Set<string> {
  const flags = new NodeEnvironmentFlagsSet();
  for (const flag of FLAGS) Set.prototype.add.call(flags, flag);
  return safe.freeze(flags);
}

/** Whether NODE_OPTIONS may contain a flag. */
export function isAllowed(flag: string): boolean {
  flags ??= new Set(FLAGS);
  // Most flags may be negated.
  return flags.has(flag) || (flag.startsWith("--no-") && flags.has(`--${flag.slice(5)}`));
}

let flags: Set<string> | undefined;
