// Lookups and queries of node:dns (`node.dns.native`).
import { readName } from "internal:node/dns/message";
import { Group } from "internal:node/trace_events/categories";
import { areaOf, type Ended, watchRequests } from "internal:node/trace_events/natives";
import { record } from "internal:node/trace_events/recorder";

const FAMILIES = ["unspec", "ipv4", "ipv6"];
const HEADER_BYTES = 12;
/** The methods of Node's resolver by the type of record that they query. */
const QUERIES: Record<number, string> = {
  1: "resolve4",
  2: "resolveNs",
  5: "resolveCname",
  6: "resolveSoa",
  12: "resolvePtr",
  15: "resolveMx",
  16: "resolveTxt",
  28: "resolve6",
  33: "resolveSrv",
  35: "resolveNaptr",
  52: "resolveTlsa",
  255: "resolveAny",
  257: "resolveCaa",
};
let last = 0;

/** Records them. */
export function install(): void {
  const area = areaOf("dns");
  watchRequests(area, "lookup", ([hostname, family]) => begin("lookup", { hostname, family: familyOf(family) }));
  watchRequests(area, "lookupService", ([ip, port]) => begin("lookupService", { ip, port }));
  watchRequests(area, "query", (args) => {
    const message = args[4] as Uint8Array;
    const question = readName(message, HEADER_BYTES);
    const type = question === null ? 0 : (message[question.end]! << 8) | message[question.end + 1]!;
    return begin(QUERIES[type] ?? "query", { name: question?.name ?? "" });
  });
}

function begin(name: string, args: object): Ended {
  const id = ++last;
  record(Group.DNS, "b", name, { id, args });
  return (error, value) => {
    const count = Array.isArray(value) && !(value.length === 1 && String(value[0])[0] === "E") ? value.length : 0;
    record(Group.DNS, "e", name, { id, args: error === undefined ? { count } : {} });
  };
}

function familyOf(family: unknown): string {
  return FAMILIES[family === 4 ? 1 : family === 6 ? 2 : 0]!;
}
