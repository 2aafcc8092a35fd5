// The public face of `internal:node/sqlite`, which implements it.
export { default } from "internal:node/sqlite";
