// `expectTypeOf` and `assertType`: assertions for the compiler, which do nothing when they run.

const handler: ProxyHandler<() => unknown> = {
  get: (_target, key) => (key === "then" || typeof key === "symbol" ? undefined : anything()),
  apply: () => anything(),
};

function anything(): unknown {
  return new Proxy(() => {}, handler);
}

/** Accepts any chain of members and calls. */
export function expectTypeOf(): unknown {
  return anything();
}
export function assertType(): void {}
