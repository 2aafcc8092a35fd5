// The public face of `internal:node/assert/strict`, which implements it.
export { default } from "internal:node/assert/strict";
