// The public face of `internal:node/fs`, which implements it.
export { default } from "internal:node/fs";
