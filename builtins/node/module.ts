// The public face of `internal:node/module`, which implements it.
export { default } from "internal:node/module";
