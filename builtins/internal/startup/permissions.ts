// From the flags of the command line to the policy of the main thread: Node's (`--permission`) and Deno's (`--allow-read`).
// Evaluated only for programs with such a flag. https://docs.deno.com/runtime/fundamentals/security/
import * as errors from "internal:core/errors";
import { DENO_KINDS } from "internal:core/permission_kinds";
import { setRestricted } from "internal:core/permissions";
import { emitWarning } from "internal:core/process/warn";
import { type Launch, option } from "internal:core/launch";
import defer * as compileCache from "internal:node/module/compile_cache";
import defer * as packageGlobals from "internal:startup/package_globals";
import { type Home } from "internal:core/program";
import defer * as guarded from "internal:core/process/guarded_environment";
import defer * as configuration from "internal:startup/permission_config";
import defer * as sets from "internal:startup/permission_sets";
import { absolutePath } from "internal:loader/run_main";
import { resolveMain } from "native:modules";
import * as native from "native:permissions";
import { PermissionKind, PermissionModel, PermissionState } from "native:permissions";
import { exit, getEnvironment } from "native:process";
import { writeError } from "native:stdio";

/** Node's exit code for a bad option. */
const BAD_OPTION = 9;
/** Deno's exit code for a permission set that is not there. */
const NO_SET = 1;
/** Deno's exit code for a broker that cannot be reached. */
const BROKER_FAILED = 87;
/** The hosts from which Deno imports modules without a flag. */
const IMPORT_HOSTS = [
  "deno.land:443",
  "esm.sh:443",
  "raw.esm.sh:443",
  "cdn.jsdelivr.net:443",
  "raw.githubusercontent.com:443",
  "gist.githubusercontent.com:443",
];
/** Node's flags without a value, with the permissions that they are. */
const NODE_FLAGS: Record<string, string> = {
  "--allow-addons": "allow-ffi",
  "--allow-ffi": "allow-ffi",
  "--allow-child-process": "allow-run",
  "--allow-inspector": "allow-inspector",
  "--allow-net": "allow-net",
  "--allow-wasi": "allow-wasi",
  "--allow-worker": "allow-worker",
};
/** In the order of the codes of their warnings. */
const DANGEROUS = [
  "--allow-addons",
  "--allow-child-process",
  "--allow-ffi",
  "--allow-inspector",
  "--allow-wasi",
  "--allow-worker",
];
const NODE_ONLY = [
  "--allow-addons",
  "--allow-child-process",
  "--allow-fs-read",
  "--allow-fs-write",
  "--allow-inspector",
  "--allow-wasi",
  "--allow-worker",
];

/** Gives this thread the policy that the flags of `program` request, if any. */
export function apply(program: Launch, home: Home): void {
  applyFlags(program, home);
  if (program.restricts && getEnvironment("NODE_COMPILE_CACHE")) compileCache.useNamedByEnvironment();
  const audit = getEnvironment("DENO_AUDIT_PERMISSIONS");
  const broker = getEnvironment("DENO_PERMISSION_BROKER_PATH");
  if (!audit && !broker) return;
  if (audit) native.startAudit(audit);
  if (broker) startBroker(broker, home);
  setRestricted();
  guarded.install(native.hasBroker());
}

/**
 * Gives the thread of a test file the policy that the flags of `brio test` request; a thread that had a file before has it
 * already. `files` are read before the tests.
 */
export function applyInTest(program: Launch, home: Home, files: string[]): void {
  if (native.isActive()) return;
  warns = false;
  const isOfNode = program.options.some(([name]) => name.startsWith("--permission"));
  // Hooks of the runner load the files of Jest and Vitest, which Deno's model makes no part of the program then.
  const own = home === "node" && !isOfNode ? files.filter((file) => file.startsWith("/")) : [];
  const options = [...program.options, ...own.map((file): [string, string] => ["--allow-read", file])];
  applyFlags({ ...program, options, require: [...program.require, ...files] }, home);
  program.restricts = native.isActive();
}

/** Warnings of Node's flags: once for a process, not for each of its threads. */
let warns = true;

function startBroker(path: string, home: Home): void {
  writeError("Warning Permission broker is an experimental feature\n");
  try {
    native.startBroker(path, home);
  } catch (error) {
    writeError(`Failed to create permission broker: ${(error as Error).message}\n`);
    exit(BROKER_FAILED, false);
  }
}

function applyFlags(program: Launch, home: Home): void {
  const config = configOf(program);
  const has = (name: string): boolean =>
    program.options.some(([given]) => given === name) || config.some(([given]) => given === name);
  if (has("--permission") || has("--permission-audit")) return applyNode(program, home, has, config);
  const missing = NODE_ONLY.find(has);
  if (missing !== undefined) throw new errors.ERR_MISSING_OPTION("--permission");
  applyDeno(program, home, has);
}

/** Prepares a worker, whose thread has its policy already. */
export function applyInWorker(): void {
  setRestricted();
  if (native.query(PermissionKind.ENV, null) !== PermissionState.GRANTED || native.hasBroker())
    guarded.install(native.hasBroker());
  if (option("--sandbox-packages") !== undefined) packageGlobals.install();
}

function applyNode(program: Launch, home: Home, has: (name: string) => boolean, config: [string, string][]): void {
  // A policy is given as Deno's flags.
  if (has("--sandbox-reads-modules")) {
    const flag = has("--permission") ? "--permission" : "--permission-audit";
    throw new errors.ERR_INVALID_ARG_VALUE(flag, flag, "cannot be combined with a policy (--sandbox)");
  }
  for (const [name] of program.options)
    if (isOfDeno(name) && NODE_FLAGS[name] === undefined)
      throw new errors.ERR_INVALID_ARG_VALUE("--permission", name, "cannot be combined with the permissions of Deno");
  const flags = ["node-paths"];
  const given = [...program.options, ...config];
  for (const [name, value] of given) {
    if (name === "--allow-fs-read") flags.push(pathFlag("allow-read", value));
    else if (name === "--allow-fs-write") flags.push(pathFlag("allow-write", value));
    else if (NODE_FLAGS[name] !== undefined) flags.push(NODE_FLAGS[name]);
  }
  for (const flag of ["--allow-fs-read", "--allow-fs-write"])
    if (given.some(([name, value]) => name === flag && value.includes(",")))
      writeError(
        `Warning: The ${flag} CLI flag has changed. Passing a comma-separated list of paths is no longer valid. Documentation can be found at https://nodejs.org/api/permissions.html#file-system-permissions\n`,
      );
  // The program itself can be read.
  if (program.file !== null) flags.push(`allow-read=${mainOf(program.file)}`);
  // Modules are read by their real paths.
  for (const file of program.require)
    if (/^[./]/.test(file)) flags.push(`allow-read=${file}`, `allow-read=${mainOf(file)}`);
  activate(PermissionModel.NODE, home, flags, has("--permission-audit") && !has("--permission"));
  if (!warns) return;
  DANGEROUS.forEach((name, index) => {
    if (given.some(([other]) => other === name))
      emitWarning(
        `The flag ${name} must be used with extreme caution. It could invalidate the permission model.`,
        "SecurityWarning",
        `PERM000${index + 1}`,
      );
  });
  if (given.some(([name]) => name === "--allow-net"))
    emitWarning("The flag --allow-net is under experimental phase.", "ExperimentalWarning");
}

/** A path of Node's flags: what follows a `*` does not count, and `*` alone is everything. */
function pathFlag(flag: string, value: string): string {
  const star = value.indexOf("*");
  return star === 0 ? flag : `${flag}=${star < 0 ? value : value.slice(0, star + 1)}`;
}

/** The path of the main file, whose extension the command line may omit. */
function mainOf(file: string): string {
  try {
    return resolveMain(absolutePath(file)).path;
  } catch {
    // The start reports that there is no such file.
    return file;
  }
}

function isOfDeno(name: string): boolean {
  const dash = name.indexOf("-", 2);
  const verb = name.slice(0, dash);
  if (verb !== "--allow" && verb !== "--deny" && verb !== "--ignore") return false;
  const kind = name.slice(dash + 1);
  return kind === "all" || DENO_KINDS.includes(kind);
}

function applyDeno(program: Launch, home: Home, has: (name: string) => boolean): void {
  const flags: string[] = [];
  let isAny = has("--secure");
  const all = has("--allow-all");
  for (const [name, value] of program.options) {
    if (name === "--permission-set") {
      isAny = true;
      // As in Deno, a flag replaces what the set grants for the same permission. Denials of both count.
      flags.push(...permissionSet(program, home, value).filter((flag) => !has(`--${/^allow-[a-z]+/.exec(flag)?.[0]}`)));
    } else if (isOfDeno(name) && name !== "--allow-all") {
      isAny = true;
      add(flags, name.slice(2), value);
    }
  }
  if (all) {
    if (flags.length === 0) return;
    for (const kind of DENO_KINDS) flags.push(`allow-${kind}`);
  }
  if (!isAny) return;
  if (home === "deno" && flags.length === 0) warnOfLateFlags(program);
  if (has("--sandbox-reads-modules")) flags.push("reads-modules");
  if (!flags.some((flag) => flag.startsWith("allow-import")))
    for (const host of importHosts(program.file)) flags.push(`allow-import=${host}`);
  if (!has("--no-prompt") && getEnvironment("DENO_NO_PROMPT") === null) flags.push("prompt");
  activate(PermissionModel.DENO, home, flags, false);
}

/** As Deno, when nothing is granted and the program gets what looks like flags of permissions. */
function warnOfLateFlags(program: Launch): void {
  if (program.options.some(([given]) => given === "--quiet")) return;
  if (!program.arguments.some((argument) => argument === "-A" || isOfDeno(argument.split("=")[0]!))) return;
  writeError(
    "Permission flags have likely been incorrectly set after the script argument.\nTo grant permissions, set them before the script argument. For example:\n    deno run --allow-read=. main.js\n",
  );
}

function permissionSet(program: Launch, home: Home, name: string): string[] {
  if (home === "deno" && !program.options.some(([given]) => given === "--quiet"))
    writeError("Warning Permissions in the config file is an experimental feature and may change in the future.\n");
  const flags = sets.read(program, name);
  if (flags !== null) return flags;
  writeError(`error: Could not find permission set '${name}' in deno.json\n`);
  return exit(NO_SET, false) as never;
}

// The registry of JSR is one of them. A program that is named by an address may import from its own host, too.
function importHosts(file: string | null): string[] {
  const hosts = [...IMPORT_HOSTS];
  const registry = getEnvironment("JSR_URL");
  if (!registry) hosts.push("jsr.io:443");
  for (const address of [registry, file]) {
    if (!address?.startsWith("http")) continue;
    const [, scheme, host] = /^(https?):\/\/([^/?#]+)/.exec(address) ?? [];
    if (host !== undefined) hosts.push(/:\d+$/.test(host) ? host : `${host}:${scheme === "https" ? 443 : 80}`);
  }
  return hosts;
}

/** Adds a flag whose values are separated by commas; two commas are one in a value, but not in the name of a variable. */
function add(flags: string[], name: string, value: string): void {
  if (value !== "" && name.endsWith("-env")) return addVariables(flags, name, value.split(","));
  if (value === "") flags.push(name);
  else if (!value.includes(",")) flags.push(`${name}=${value}`);
  else for (const one of value.split(/(?<!,),(?!,)/)) flags.push(`${name}=${one.replaceAll(",,", ",")}`);
}

function addVariables(flags: string[], name: string, variables: string[]): void {
  const wrong = variables.find((one) => one === "" || one.includes("=") || one.includes("\0"));
  if (wrong !== undefined) {
    writeError(wrong === "" ? "brio: Empty env not allowed\n" : `brio: invalid env var name: '${wrong}'\n`);
    exit(BAD_OPTION, false);
  }
  for (const one of variables) flags.push(`${name}=${one}`);
}

function activate(model: PermissionModel, home: Home, flags: string[], onlyAudits: boolean): void {
  try {
    native.activate(model, home === "deno", flags, onlyAudits);
  } catch (error) {
    // Nothing runs with permissions that are not those that were meant.
    writeError(`brio: ${(error as Error).message}\n`);
    exit(BAD_OPTION, false);
  }
  applyInWorker();
}

/** The permissions of Node's configuration file, as flags. */
function configOf(program: Launch): [string, string][] {
  const found = program.options.findLast(
    ([name]) => name.startsWith("--experimental-") && name.includes("config-file"),
  );
  if (found === undefined) return [];
  return configuration.read(found[1] === "" ? "node.config.json" : found[1], NODE_FLAGS);
}
