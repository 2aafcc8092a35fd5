// The public face of `internal:node/os`, which implements it.
export { default } from "internal:node/os";
