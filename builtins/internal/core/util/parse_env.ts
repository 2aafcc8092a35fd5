// `util.parseEnv`: the content of an .env file as an object. Also for `process.loadEnvFile`; the command line reads --env-file.
import { validateString } from "internal:core/validators";
import { readEnvironmentText } from "native:process";

/** Reads `NAME=value` lines, as base/env_file parses them. Throws ERR_INVALID_ARG_TYPE for a value that is not a string. */
export function parseEnv(content: string): Record<string, string> {
  validateString(content, "content");
  const parts = readEnvironmentText(content);
  const values: Record<string, string> = Object.create(null);
  for (let index = 0; index < parts.length; index += 2) values[parts[index]!] = parts[index + 1]!;
  return values;
}
