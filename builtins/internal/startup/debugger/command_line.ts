// The arguments of `brio inspect`. https://nodejs.org/docs/latest-v26.x/api/debugger.html

/** What is debugged: a program that is started, one that listens already, or a process that is asked to listen. */
export type Target =
  | { kind: "launched"; host: string; port: number; options: string[]; script: string; arguments: string[] }
  | { kind: "listening"; host: string; port: number }
  | { kind: "process"; host: string; port: number; pid: number };

const HOST = "127.0.0.1";
const PORT = 9229;

export const USAGE = `Usage: brio inspect [--port=PORT] [OPTIONS] SCRIPT [ARGUMENTS]
       brio inspect HOST:PORT
       brio inspect -p PID
Debugs a program on the command line; "help" lists the commands.
`;

/** Reads the arguments; null when they name nothing to debug. */
export function parseArguments(given: readonly string[]): Target | null {
  let port = PORT;
  const options: string[] = [];
  let index = 0;
  for (; index < given.length && given[index]!.startsWith("-"); index++) {
    const argument = given[index]!;
    if (argument === "-p") return ofProcess(given[index + 1]);
    const chosen = /^--(?:inspect-)?port=(\d+)$/.exec(argument);
    if (chosen !== null) port = Number(chosen[1]);
    else if (argument !== "--") options.push(argument);
  }
  const script = given[index];
  if (script === undefined) return null;
  const address = /^\[?([^/]+?)\]?:(\d+)$/.exec(script);
  if (address !== null) return { kind: "listening", host: address[1]!, port: Number(address[2]) };
  return { kind: "launched", host: HOST, port, options, script, arguments: given.slice(index + 1) };
}

function ofProcess(pid: string | undefined): Target | null {
  if (pid === undefined || !/^\d+$/.test(pid)) return null;
  return { kind: "process", host: HOST, port: PORT, pid: Number(pid) };
}
