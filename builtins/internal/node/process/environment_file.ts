// `process.loadEnvFile`. https://nodejs.org/api/process.html#processloadenvfilepath
import { load, safe } from "internal:core/bootstrap";
import { environment } from "internal:core/process/environment";

/** Adds the variables of a `.env` file that are not set yet. */
function loadEnvFile(path?: string | { href: string } | null): void {
  const file = load("internal:node/fs/path").toPath(path ?? ".env");
  const source: string = load("internal:node/fs").default.readFileSync(file, "utf8");
  const values: Record<string, string> = load("internal:node/util").default.parseEnv(source);
  for (const [name, value] of safe.entries(values)) if (environment[name] === undefined) environment[name] = value;
}

/** Members of `process`. */
export const members = { loadEnvFile };
