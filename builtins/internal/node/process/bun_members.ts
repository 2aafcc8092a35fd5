// The members of `process` that only Bun has.

export const members = {
  isBun: true,
  browser: false,
  /** The revision of Bun 1.4.5, whose behavior programs can expect. */
  revision: "a7733435cf40429e3b35c36072769df2052b80f1",
  assert(condition: unknown, ...message: unknown[]): void {
    if (condition) return;
    throw Object.assign(new Error((message[0] as string) || "assertion error"), { code: "ERR_ASSERTION" });
  },
};
