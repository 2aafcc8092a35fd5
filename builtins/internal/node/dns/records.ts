// The data of DNS records in Node's form (https://nodejs.org/api/dns.html#dnsresolvehostname-rrtype-callback).
// Each reader returns null for data that is too short or malformed.
import { safe } from "internal:core/bootstrap";
import { Buffer } from "internal:node/buffer";
import { type Record, TYPES, read16, read32, readName } from "internal:node/dns/message";

type Reader = (record: Record) => unknown;

function readAddress4({ bytes, start, end }: Record): string | null {
  return end - start === 4 ? bytes.subarray(start, end).join(".") : null;
}

/** An IPv6 address as a string (RFC 5952): the longest run of zero groups is omitted. */
function readAddress6({ bytes, start, end }: Record): string | null {
  if (end - start !== 16) return null;
  const groups: number[] = [];
  for (let offset = start; offset < end; offset += 2) groups.push(read16(bytes, offset));
  let best = 0;
  let bestLength = 1;
  for (let from = 0; from < 8; from++) {
    let to = from;
    while (to < 8 && groups[to] === 0) to++;
    if (to - from > bestLength) [best, bestLength] = [from, to - from];
  }
  const isMapped = best === 0 && (bestLength === 6 || (bestLength === 5 && groups[5] === 0xffff));
  if (isMapped) return `::${bestLength === 5 ? "ffff:" : ""}${bytes.subarray(end - 4, end).join(".")}`;
  const hex = (list: number[]): string => list.map((group) => group.toString(16)).join(":");
  if (bestLength === 1) return hex(groups);
  return `${hex(groups.slice(0, best))}::${hex(groups.slice(best + bestLength))}`;
}

const readTarget: Reader = ({ bytes, start }) => readName(bytes, start)?.name ?? null;

const readExchange: Reader = ({ bytes, start, end }) => {
  if (end - start < 3) return null;
  const exchange = readName(bytes, start + 2);
  return exchange && { exchange: exchange.name, priority: read16(bytes, start), type: "MX" };
};

/** Strings that follow their length. Null when they do not fill the range exactly. */
function readStrings(
  bytes: Uint8Array,
  start: number,
  end: number,
  countMax = Infinity,
): { strings: string[]; offset: number } | null {
  const strings: string[] = [];
  let offset = start;
  while (offset < end && strings.length < countMax) {
    const next = offset + 1 + bytes[offset]!;
    if (next > end) return null;
    strings.push(Buffer.from(bytes.buffer, bytes.byteOffset + offset + 1, next - offset - 1).toString("latin1"));
    offset = next;
  }
  return { strings, offset };
}

const readText: Reader = ({ bytes, start, end }) => readStrings(bytes, start, end)?.strings ?? null;

const readService: Reader = ({ bytes, start, end }) => {
  if (end - start < 7) return null;
  const target = readName(bytes, start + 6);
  return (
    target && {
      name: target.name,
      port: read16(bytes, start + 4),
      priority: read16(bytes, start),
      weight: read16(bytes, start + 2),
      type: "SRV",
    }
  );
};

const readNamingAuthority: Reader = ({ bytes, start, end }) => {
  if (end - start < 8) return null;
  const read = readStrings(bytes, start + 4, end, 3);
  if (read === null || read.strings.length < 3) return null;
  const replacement = readName(bytes, read.offset);
  const [flags, service, regexp] = read.strings;
  return (
    replacement && {
      flags,
      service,
      regexp,
      replacement: replacement.name,
      order: read16(bytes, start),
      preference: read16(bytes, start + 2),
    }
  );
};

const readAuthority: Reader = ({ bytes, start, end }) => {
  const server = readName(bytes, start);
  const mailbox = server && readName(bytes, server.end);
  if (!mailbox || mailbox.end + 20 > end) return null;
  const [serial, refresh, retry, expire, minttl] = [0, 4, 8, 12, 16].map((offset) =>
    read32(bytes, mailbox.end + offset),
  );
  return { nsname: server!.name, hostmaster: mailbox.name, serial, refresh, retry, expire, minttl };
};

const readCertification: Reader = ({ bytes, start, end }) => {
  const valueStart = start + 2 + bytes[start + 1]!;
  if (!(valueStart <= end)) return null;
  const latin1 = (from: number, to: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
  return { critical: bytes[start]!, type: "CAA", [latin1(start + 2, valueStart)]: latin1(valueStart, end) };
};

const readAssociation: Reader = ({ bytes, start, end }) => {
  if (end - start < 3) return null;
  return {
    certUsage: bytes[start]!,
    selector: bytes[start + 1]!,
    match: bytes[start + 2]!,
    data: bytes.slice(start + 3, end).buffer,
  };
};

const READERS: { [type: number]: Reader } = {
  [TYPES.A]: readAddress4,
  [TYPES.AAAA]: readAddress6,
  [TYPES.NS]: readTarget,
  [TYPES.CNAME]: readTarget,
  [TYPES.PTR]: readTarget,
  [TYPES.MX]: readExchange,
  [TYPES.TXT]: readText,
  [TYPES.SRV]: readService,
  [TYPES.NAPTR]: readNamingAuthority,
  [TYPES.SOA]: readAuthority,
  [TYPES.CAA]: readCertification,
  [TYPES.TLSA]: readAssociation,
};

/** The data of a record; null when it is malformed or its type is unknown. */
export function readRecord(record: Record): unknown {
  return READERS[record.type]?.(record) ?? null;
}

const NAMES: { [type: number]: string } = safe.fromEntries(safe.entries(TYPES).map(([name, type]) => [type, name]));

/** A record of `resolveAny`: an object with its `type`. Null for a type that resolveAny omits, undefined for malformed data. */
export function readAnyRecord(record: Record): object | null | undefined {
  const type = NAMES[record.type];
  if (type === undefined || record.type === TYPES.ANY) return null;
  const value = readRecord(record);
  if (value === null) return undefined;
  if (record.type === TYPES.A || record.type === TYPES.AAAA) return { address: value, ttl: record.ttl, type };
  if (record.type === TYPES.TXT) return { entries: value, type };
  if (typeof value === "string") return { value, type };
  return { ...value, type };
}
