// The public face of `internal:node/vm`, which implements it.
export { default } from "internal:node/vm";
