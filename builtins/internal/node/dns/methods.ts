// The methods that query records of one type.
import type { TYPES } from "internal:node/dns/message";

/** A type of records that a method queries. */
export type RecordType = keyof typeof TYPES;

/** The type that each method queries. */
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
