// The public face of `internal:node/fs/promises`, which implements it.
export { default } from "internal:node/fs/promises";
