// The public face of `internal:node/dns/promises`, which implements it.
export { default } from "internal:node/dns/promises";
