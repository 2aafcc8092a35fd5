// The public face of `internal:node/assert`, which implements it.
export { default } from "internal:node/assert";
