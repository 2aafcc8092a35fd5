// The object behind `DatabaseSync.prototype.limits`: SQLite's limits of a connection as properties.
import { invalidArgType, invalidState, outOfRange } from "internal:node/sqlite/errors";
import type { Connection } from "internal:node/sqlite/handles";
import { LIMITS, isInt32 } from "internal:node/sqlite/options";
import { limit } from "native:sqlite";

const INT32_MAX = 2 ** 31 - 1;

/** The limits of a connection, as accessors. */
export function makeLimits(connection: Connection): object {
  const limits = {};
  for (const [name, number] of Object.entries(LIMITS)) {
    Object.defineProperty(limits, name, {
      get: () => {
        checkOpen(connection);
        return limit(connection.id, number, -1);
      },
      set: (value: unknown) => {
        checkOpen(connection);
        if (connection.authorizers > 0) throw invalidState("database cannot be accessed from an authorizer callback");
        limit(connection.id, number, limitOf(value));
      },
      enumerable: true,
    });
  }
  return limits;
}

function checkOpen(connection: Connection): void {
  if (connection.id === 0) throw invalidState("database is not open");
}

/** Infinity stands for the maximum that SQLite was built with. */
function limitOf(value: unknown): number {
  if (value === Infinity) return INT32_MAX;
  if (!isInt32(value)) throw invalidArgType("Limit value must be a non-negative integer or Infinity.");
  if (value < 0) throw outOfRange("Limit value must be non-negative.");
  return value;
}
