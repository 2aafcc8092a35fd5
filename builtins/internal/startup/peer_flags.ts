// Flags of `bun run`, `deno run` and Node that are applied before a program runs and that no other builtin reads:
// `--define`, `--drop`, `--seed`, `--location`, `--cert`, `--unsafely-ignore-certificate-errors`, `--cpu-prof`,
// `--loader` of Bun, `--heapsnapshot-signal`, `--trace-event-categories`. Evaluated only for a command line with one of them.
import { onEnd } from "internal:core/process/state";
import defer * as certificates from "internal:node/tls/certificates";
import defer * as extensionLoaders from "internal:bun/extension_loaders";
import defer * as cpuProfiles from "internal:node/v8/cpu_profile_file";
import defer * as heapDumps from "internal:node/v8/heap_dumps";
import defer * as locations from "internal:web/location";
import defer * as traceFile from "internal:node/trace_events/file";
import defer * as seeded from "internal:web/crypto/seeded_random";
import { readFileTextSync } from "native:fs";
import { setDefines } from "native:modules";
import { writeError } from "native:stdio";

type Options = [name: string, value: string][];

/** The flags of trace events, and how a worker receives what its parent records. */
const TRACE_FLAGS = ["--trace-event-categories", "--trace-events-enabled", "trace-categories"];

/** Applies the flags. Throws an error for a value that is not valid. */
export function apply(options: Options): void {
  if (options.some(([name]) => TRACE_FLAGS.includes(name))) traceFile.beginByFlags(options);
  const valuesOf = (flag: string): string[] => options.filter(([name]) => name === flag).map(([, value]) => value);
  const last = (flag: string): string | undefined => valuesOf(flag).at(-1);
  const defines = valuesOf("--define");
  const drops = valuesOf("--drop");
  if (defines.length + drops.length > 0) {
    const pairs = defines.map(pairOf);
    setDefines(
      pairs.map(([name]) => name),
      pairs.map(([, value]) => value),
      drops,
    );
  }
  const seed = last("--seed");
  if (seed !== undefined) {
    if (!/^\d+$/.test(seed)) throw new Error(`invalid value '${seed}' for '--seed <SEED>': it must be an integer`);
    seeded.seedRandom(BigInt(seed));
  }
  const location = last("--location");
  if (location !== undefined) locations.install(location);
  const authority = last("--cert");
  if (authority !== undefined)
    certificates.setDefaultCACertificates([
      ...certificates.getCACertificates("default"),
      readFileTextSync(authority, 0),
    ]);
  const hosts = last("--unsafely-ignore-certificate-errors");
  if (hosts !== undefined) {
    const names = hosts === "" ? "for all hostnames" : `for: ${hosts.split(",").join(", ")}`;
    writeError(`DANGER: TLS certificate validation is disabled ${names}\n`);
  }
  const loaders = valuesOf("--extension-loader");
  if (loaders.length > 0) extensionLoaders.add(loaders);
  const signal = last("--heapsnapshot-signal");
  if (signal !== undefined) heapDumps.writeOnSignal(signal);
  if (last("--cpu-prof") !== undefined) {
    const profile = cpuProfiles.start(options);
    onEnd(() => profile.write());
  }
}

/** The name and the source of the value of `NAME:VALUE` or `NAME=VALUE`. https://bun.com/docs/runtime/index#param-define */
function pairOf(given: string): [name: string, value: string] {
  const at = given.search(/[:=]/);
  if (at <= 0)
    throw new Error(
      `--define "${given}" is missing a ":" or "=" separator. Expected --define key=value, for example --define process.env.NODE_ENV='"production"'`,
    );
  const name = given.slice(0, at);
  if (!PATH.test(name)) throw new Error(`define key "${name}" must be a valid identifier`);
  return [name, sourceOf(given.slice(at + 1))];
}

const PATH = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Continue}$]+)*$/u;

/** The source of a value: JSON, a name or names joined by dots, or a string without quotes. */
function sourceOf(given: string): string {
  const text = given.trim();
  if (text === "" || text === "undefined") return text === "" ? "({})" : "(void 0)";
  let value: unknown;
  try {
    value = text.length > 1 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : JSON.parse(text);
  } catch (error) {
    if (/^['"{[]/.test(text)) throw new Error(`--define: "${text}" is not valid JSON (${(error as Error).message})`);
    return PATH.test(text) ? text : JSON.stringify(text);
  }
  const source = JSON.stringify(value);
  return typeof value === "string" || typeof value === "boolean" || value === null ? source : `(${source})`;
}
