// The public face of `internal:node/test`, which implements it.
export { default } from "internal:node/test";
