// The methods that ask name servers for records of one type.
import type { TYPES } from "internal:node/dns/message";

/** A type of records that a method asks for. */
export type RecordType = keyof typeof TYPES;

/** The type that each method asks for. */
export const METHODS: Record<string, RecordType> = {
  resolveAny: "ANY",
  resolve4: "A",
  resolve6: "AAAA",
  resolveCaa: "CAA",
  resolveCname: "CNAME",
  resolveMx: "MX",
  resolveNs: "NS",
  resolveTxt: "TXT",
  resolveTlsa: "TLSA",
  resolveSrv: "SRV",
  resolvePtr: "PTR",
  resolveNaptr: "NAPTR",
  resolveSoa: "SOA",
};
