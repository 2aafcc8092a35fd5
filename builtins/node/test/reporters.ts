// The public face of `internal:node/test/reporters`, which implements it.
export { default } from "internal:node/test/reporters";
