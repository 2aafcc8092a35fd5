// The public face of `internal:node/domain`, which implements it.
export { default } from "internal:node/domain";
