// The object behind `DatabaseSync.prototype.limits`: SQLite's limits of a connection as properties.
import { invalidArgType, invalidState, outOfRange } from "internal:node/sqlite/errors";
import type { Connection } from "internal:node/sqlite/handles";
import { LIMITS, isInt32 } from "internal:node/sqlite/options";
import { home } from "internal:core/program";
import { PermissionModel, isActive, model } from "native:permissions";
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
        const wanted = limitOf(value);
        if (number === LIMITS["attach"]) checkAttach(wanted);
        limit(connection.id, number, wanted);
      },
      enumerable: true,
    });
  }
  return limits;
}

/**
 * Sets the limits of a new connection. In Deno's home, databases are attached only with all permissions, as in Deno; each
 * file is checked all the same.
 */
export function setLimits(id: number, given: ReadonlyMap<number, number>): void {
  for (const [number, value] of given) {
    if (number === LIMITS["attach"]) checkAttach(value);
    limit(id, number, value);
  }
  if (attachesNothing()) limit(id, LIMITS["attach"]!, 0);
}

function attachesNothing(): boolean {
  return isActive() && home() === "deno" && model() === PermissionModel.DENO;
}

function checkAttach(value: number): void {
  if (value === 0 || !attachesNothing()) return;
  const message =
    'Cannot raise the "attach" limit: ATTACH DATABASE is disabled without full permissions for the database path.';
  throw Object.assign(new Error(message), { code: "ERR_ACCESS_DENIED" });
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
