// `node:sqlite` (https://nodejs.org/api/sqlite.html): SQLite databases.
// Implemented by `internal:node/sqlite`.
export { default } from "internal:node/sqlite";
