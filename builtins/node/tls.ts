// The public face of `internal:node/tls`, which implements it.
export { default } from "internal:node/tls";
