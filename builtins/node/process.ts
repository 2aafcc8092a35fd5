// The public face of `internal:node/process`, which implements it.
export { default } from "internal:node/process";
