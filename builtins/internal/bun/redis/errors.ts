// Errors of Bun's Redis client: plain errors whose name and code are inherited.

const prototypes = new Map<string, object>();

/** An error with the name `RedisError` and the code `ERR_REDIS_<reason>`. */
export function redisError(reason: string, message: string): Error {
  const code = `ERR_REDIS_${reason}`;
  let prototype = prototypes.get(code);
  if (prototype === undefined) {
    prototype = Object.create(Error.prototype, {
      name: { value: "RedisError", writable: true, configurable: true },
      code: { value: code, writable: true, configurable: true },
      toString: { value: describe, writable: true, configurable: true },
    }) as object;
    prototypes.set(code, prototype);
  }
  const error = new Error(message);
  Object.setPrototypeOf(error, prototype);
  return error;
}

function describe(this: Error & { code: string }): string {
  return `${this.name} [${this.code}]: ${this.message}`;
}

/** The error of everything that ends with a connection. */
export const closed = (message = "Connection closed"): Error => redisError("CONNECTION_CLOSED", message);
