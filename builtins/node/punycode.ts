// The public face of `internal:node/punycode`, which implements it.
export { default } from "internal:node/punycode";
