// Reads the port of an address: a number, or a numeric string as environment variables have it.

const PORT_MAX = 65535;

/** Reads a port. Throws a TypeError for an invalid one, a RangeError for one outside `min` to 65535. */
export function readPort(given: unknown, min: number): number {
  if (typeof given !== "number" && typeof given !== "string")
    throw new TypeError(`Invalid port (expected number): ${given}`);
  const port = given === "" ? NaN : Number(given);
  if (!Number.isInteger(port)) throw new TypeError(`Invalid port: ${typeof given === "string" ? `'${given}'` : given}`);
  if (port < min || port > PORT_MAX) throw new RangeError(`Invalid port (out of range): ${port}`);
  return port;
}
