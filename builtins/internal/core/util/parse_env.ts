// `util.parseEnv`: the text of an .env file as an object. Also for `process.loadEnvFile`; --env-file is read by the command line.
import { validateString } from "internal:core/validators";
import { readEnvironmentText } from "native:process";

/** Reads `NAME=value` lines, as base/env_file has them. Throws ERR_INVALID_ARG_TYPE for what is no text. */
export function parseEnv(content: string): Record<string, string> {
  validateString(content, "content");
  const parts = readEnvironmentText(content);
  const values: Record<string, string> = Object.create(null);
  for (let index = 0; index < parts.length; index += 2) values[parts[index]!] = parts[index + 1]!;
  return values;
}
