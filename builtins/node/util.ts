// The public face of `internal:node/util`, which implements it.
export { default } from "internal:node/util";
