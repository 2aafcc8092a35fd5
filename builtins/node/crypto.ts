// `node:crypto` (https://nodejs.org/api/crypto.html): hashes, ciphers, signatures, keys and random bytes.
// Implemented by `internal:node/crypto`.
export { default } from "internal:node/crypto";
