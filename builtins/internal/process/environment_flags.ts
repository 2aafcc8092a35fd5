// `process.allowedNodeEnvironmentFlags`: the flags of Node that may stand in NODE_OPTIONS and that this build takes.
// `has` accepts them as people write them: with underscores, or without the leading dashes.

const FLAGS = [
  "--conditions", "--enable-source-maps", "--experimental-eventsource", "--experimental-sqlite", "--experimental-strip-types", "--experimental-transform-types", "--experimental-vm-modules", "--import",
  "--max-http-header-size", "--max-old-space-size", "--no-deprecation", "--no-experimental-sqlite", "--no-warnings", "--pending-deprecation", "--preserve-symlinks",
  "--preserve-symlinks-main", "--require", "--stack-trace-limit", "--test-global-setup",
  "--test-isolation", "--test-name-pattern", "--test-only", "--test-reporter", "--test-reporter-destination", "--test-rerun-failures", "--test-shard", "--test-skip-pattern",
  "--experimental-test-isolation", "--experimental-test-module-mocks", "--throw-deprecation", "--title", "--trace-deprecation", "--trace-uncaught",
  "--trace-warnings", "--unhandled-rejections", "-C", "-r",
];

class EnvironmentFlags extends Set<string> {
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
  const flags = new EnvironmentFlags();
  for (const flag of FLAGS) Set.prototype.add.call(flags, flag);
  return Object.freeze(flags);
}
