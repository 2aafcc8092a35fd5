// DENO_SERVE_ADDRESS: `tcp:HOST:PORT` or `unix:PATH`, where the first server of a program listens instead.
// https://docs.deno.com/runtime/reference/env_variables/
import { getEnvironment } from "native:process";
import { writeError } from "native:stdio";

/** The options of a server with the address of the variable; the same options when it is not valid. */
export function overridden<Options extends object>(options: Options): Options {
  const given = getEnvironment("DENO_SERVE_ADDRESS")!;
  const [, scheme, place] = /^(tcp|unix):(.+)$/s.exec(given) ?? [];
  if (scheme === "unix") return { ...options, path: place, hostname: undefined, port: undefined };
  const [, host, port] = /^(.+):(\d+)$/.exec(place ?? "") ?? [];
  if (host === undefined || Number(port) > 65535) {
    writeError(`DENO_SERVE_ADDRESS: invalid address format: ${given}\n`);
    return options;
  }
  return { ...options, path: undefined, hostname: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}
