// The public face of `internal:node/dns`, which implements it.
export { default } from "internal:node/dns";
