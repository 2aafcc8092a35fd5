// Where SQLite keeps what sorts, VACUUM and temporary tables need.
import { option } from "internal:core/launch";
import * as native from "native:sqlite";

/**
 * Keeps it in memory behind the kernel's wall. SQLite takes the first folder that exists of those that it knows, whatever a
 * policy grants, and could not make its file there.
 */
export function keepInMemory(database: number): void {
  if (option("--sandbox-reads-modules") !== undefined) native.exec(database, "pragma temp_store = memory");
}
