// `process.loadEnvFile`. https://nodejs.org/api/process.html#processloadenvfilepath
import { load, safe } from "internal:core/bootstrap";
import { environment } from "internal:core/process/environment";
import { check, isRestricted } from "internal:core/permissions";
import { option } from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
import { home } from "internal:core/program";
import { PermissionKind } from "native:permissions";

/** Adds the variables of a `.env` file; those that are set only Deno replaces. */
function loadEnvFile(path?: string | { href: string } | null): void {
  if (option("--sandbox-packages") !== undefined) packageGuard.checkCaller(["fs"], "process.loadEnvFile", loadEnvFile);
  const file = load("internal:node/fs/path").toPath(path ?? ".env");
  const source: string = load("internal:node/fs").default.readFileSync(file, "utf8");
  // In Deno the names in the file do not matter: all variables have to be granted.
  if (isRestricted && home() === "deno") check(PermissionKind.ENV, null);
  const values: Record<string, string> = load("internal:node/util").default.parseEnv(source);
  const replaces = home() === "deno";
  for (const [name, value] of safe.entries(values))
    if (replaces || environment[name] === undefined) environment[name] = value;
}

/** Members of `process`. */
export const members = { loadEnvFile };
