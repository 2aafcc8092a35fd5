// `Bun.semver` (https://bun.sh/docs/api/semver).
import { order as orderOf, satisfies as isIn } from "native:semver";

/** Whether `version` is in `range`; false when one of them is malformed. */
export function satisfies(version: unknown, range: unknown): boolean {
  return isIn(`${version as string}`, `${range as string}`);
}

/** For sorting: -1, 0 or 1. Throws for an invalid version. */
export function order(left: unknown, right: unknown): number {
  const result = orderOf(`${left as string}`, `${right as string}`);
  if (result === null)
    throw new Error(`Invalid SemVer: ${orderOf(`${left as string}`, "0.0.0") === null ? String(left) : String(right)}`);
  return result;
}
