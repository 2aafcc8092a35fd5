// The permissions of Node's configuration file. https://nodejs.org/api/cli.html#--experimental-config-fileconfig
import { readText } from "internal:startup/permission_sets";
import { exit } from "native:process";
import { writeError } from "native:stdio";

/** Node's exit code for a bad option. */
const BAD_OPTION = 9;
/** The sections that can have permissions. */
const SECTIONS = ["permission", "nodeOptions"];

/**
 * The permissions of `file`, as flags; `switches` are those without a value. As in Node, a section `permission` is the flag
 * `--permission`, unless it says otherwise, and what it has beside permissions ends the program, as what is malformed does.
 */
export function read(file: string, switches: Record<string, string>): [string, string][] {
  const config = parse(file);
  const flags: [string, string][] = [];
  for (const section of SECTIONS) {
    for (const [name, value] of Object.entries(config[section] ?? {})) {
      const flag = `--${name}`;
      const takesPaths = flag === "--allow-fs-read" || flag === "--allow-fs-write";
      if (!takesPaths && flag !== "--permission" && switches[flag] === undefined) {
        if (section === "permission") end(file, `Unknown or not allowed option ${name} for namespace permission`);
        continue;
      }
      const values = Array.isArray(value) ? value : [value];
      const isValid = takesPaths ? values.every((one) => typeof one === "string") : typeof value === "boolean";
      if (!isValid) end(file, `Invalid value for ${flag}`);
      if (value === true) flags.push([flag, ""]);
      else if (takesPaths) for (const one of values) flags.push([flag, one as string]);
    }
  }
  if (config["permission"] !== undefined && config["permission"]["permission"] !== false)
    flags.push(["--permission", ""]);
  return flags;
}

function parse(file: string): Record<string, Record<string, unknown>> {
  let config: unknown;
  try {
    config = JSON.parse(readText(file));
  } catch {
    return end(file, `Can't parse ${file}`);
  }
  if (!isObject(config)) return end(file, `Root value unexpected not an object for ${file}`);
  const wrong = SECTIONS.find((name) => config[name] !== undefined && !isObject(config[name]));
  if (wrong !== undefined) return end(file, `"${wrong}" value unexpected for ${file} (should be an object)`);
  return config as Record<string, Record<string, unknown>>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Ends the program with Node's message and code. */
function end(file: string, what: string): never {
  writeError(`${what}\n${file}: invalid content\n`);
  return exit(BAD_OPTION, false) as never;
}
