// `node:punycode` (https://nodejs.org/api/punycode.html): Punycode (RFC 3492), deprecated.
// Implemented by `internal:node/punycode`.
export { default } from "internal:node/punycode";
