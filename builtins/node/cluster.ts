// The public face of `internal:node/cluster`, which implements it.
export { default } from "internal:node/cluster";
