// `node:stream/promises` (https://nodejs.org/api/stream.html): `pipeline` and `finished` with promises.
// Implemented by `internal:node/stream/promises`.
export { default } from "internal:node/stream/promises";
