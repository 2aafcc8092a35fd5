// `--inspect`, `--inspect-brk` and `--inspect-wait`: debuggers may connect before the program starts.
// https://nodejs.org/docs/latest-v26.x/api/cli.html#--inspecthostport
import { absolutePath } from "internal:loader/run_main";
import type { Launch } from "internal:core/launch";
import { exitNow } from "internal:core/process/state";
import * as inspected from "internal:node/inspector/inspected";
import { isAvailable } from "native:inspector";
import { writeError } from "native:stdio";

const FLAGS = ["--inspect", "--inspect-brk", "--inspect-wait"];

const PORT_MAX = 65535;
const BAD_OPTION = 9;
/** Node's exit code for an inspector that cannot listen. */
const CANNOT_LISTEN = 12;
const UNAVAILABLE =
  "needs the engine that Brio's releases carry: the system's JavaScriptCore has no inspector that can be reached (`brio --version --verbose` shows the engine)";

/** Serves debuggers as the flags say. */
export function begin(program: Launch): void {
  const given = program.options.findLast(([name]) => FLAGS.includes(name))!;
  if (!isAvailable()) return fail(`${given[0]} ${UNAVAILABLE}`);
  const addressed = program.options.findLast(
    ([name, value]) => value !== "" && [...FLAGS, "--inspect-port"].includes(name),
  );
  const { host, port } = addressOf(addressed?.[1] ?? "", addressed?.[0] ?? "");
  const has = (flag: string): boolean => program.options.some(([name]) => name === flag);
  if (program.file !== null) program.path = absolutePath(program.file);
  const isListening = inspected.tryOpen({
    host,
    port,
    pausesAtStart: has("--inspect-brk"),
    publishes: inspected.publishes(program),
  });
  if (!isListening) exitNow(CANNOT_LISTEN);
}

/** Waits for a debugger when the flags ask for it. */
export function wait({ options }: Launch): void {
  if (options.some(([name]) => name === "--inspect-brk" || name === "--inspect-wait")) inspected.waitForDebugger();
}

/** `[HOST:]PORT`, or a host alone. */
function addressOf(text: string, flag: string): { host: string; port: number } {
  const found = /^(?:(\[[^\]]*\]|[^:]*):)?(\d+)$/.exec(text);
  const host = (found === null ? text : (found[1] ?? "")).replace(/^\[(.*)\]$/, "$1");
  const port = found === null ? inspected.DEFAULT_PORT : Number(found[2]);
  if (port > PORT_MAX || (port !== 0 && port < 1024)) fail(`${flag}: must be 0 or in range 1024 to 65535.`);
  return { host: host || inspected.DEFAULT_HOST, port };
}

function fail(message: string): never {
  writeError(`brio: ${message}\n`);
  exitNow(BAD_OPTION);
}
