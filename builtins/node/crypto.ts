// The public face of `internal:node/crypto`, which implements it.
export { default } from "internal:node/crypto";
