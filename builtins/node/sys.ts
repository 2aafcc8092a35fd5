// The public face of `internal:node/sys`, which implements it.
export { default } from "internal:node/sys";
