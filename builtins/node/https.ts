// The public face of `internal:node/https`, which implements it.
export { default } from "internal:node/https";
