// The public face of `internal:node/dgram`, which implements it.
export { default } from "internal:node/dgram";
