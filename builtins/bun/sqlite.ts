// `bun:sqlite` (https://bun.com/docs/runtime/sqlite): SQLite databases.
// Implemented by `internal:bun/sqlite`.
export * from "internal:bun/sqlite";
export { default } from "internal:bun/sqlite";
