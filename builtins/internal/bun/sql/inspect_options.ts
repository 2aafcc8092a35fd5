// How `sql.options` is printed: without secrets.

/** The method that `console.log` calls. */
export function inspectOptions(this: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...this };
  if ("password" in shown) shown.password = "[REDACTED]";
  const tls = this.tls as Record<string, unknown> | undefined;
  if (tls?.key !== undefined) shown.tls = { ...tls, key: "[REDACTED]" };
  return shown;
}
