// The public face of `internal:node/util/types`, which implements it.
export { default } from "internal:node/util/types";
