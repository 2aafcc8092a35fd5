// Which test environments have the window of an installed package, by their names.
// https://jestjs.io/docs/configuration#testenvironment-string, https://vitest.dev/guide/environment

/** The package of the window. */
export type WindowKind = "jsdom" | "happy-dom";

/** An environment without what its package adds to the name. */
export function plainName(name: string): string {
  return name.replace(/^.*jest-environment-|^vitest-environment-/, "").replace(/\.[cm]?js$/, "");
}

/** The package whose window an environment has; null for others. */
export function windowKind(name: string): WindowKind | null {
  const plain = plainName(name);
  if (/^(?:jest-fixed-)?jsdom(?:-\w+)?$/.test(plain)) return "jsdom";
  return /^(?:@happy-dom\/jest-environment|happy-dom(?:-global)?)$/.test(plain) ? "happy-dom" : null;
}
