// The public face of `internal:node/child_process`, which implements it.
export { default } from "internal:node/child_process";
