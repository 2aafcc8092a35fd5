// The public face of `internal:node/net`, which implements it.
export { default } from "internal:node/net";
