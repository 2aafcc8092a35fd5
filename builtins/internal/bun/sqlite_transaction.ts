// Transactions of bun:sqlite: a function that runs between BEGIN and COMMIT, or in a savepoint when a transaction is open.
import type { Database } from "internal:bun/sqlite";

/** The ways to begin, by the names of a transaction's variants. */
const BEGINNINGS: Record<string, string> = {
  default: "BEGIN",
  deferred: "BEGIN DEFERRED",
  immediate: "BEGIN IMMEDIATE",
  exclusive: "BEGIN EXCLUSIVE",
};
const SAVEPOINT = "`brio nested transaction`";

type Callee = (...values: any[]) => unknown;
/** A function that runs in a transaction, with a variant for each way to begin. */
export type Transaction = Callee & Record<"default" | "deferred" | "immediate" | "exclusive", Callee>;

interface Step {
  run(): unknown;
}

/** The statements around a function, compiled once for each database. */
interface Steps {
  begin: Record<string, Step>;
  commit: Step;
  rollback: Step;
  save: Step;
  release: Step;
  rollbackToSave: Step;
}

const steps = new WeakMap<Database, Steps>();

function stepsOf(database: Database): Steps {
  let found = steps.get(database);
  if (found === undefined) {
    const prepare = (sql: string) => database.prepare(sql);
    const begin = Object.fromEntries(Object.entries(BEGINNINGS).map(([name, sql]) => [name, prepare(sql)]));
    found = {
      begin,
      commit: prepare("COMMIT"),
      rollback: prepare("ROLLBACK"),
      save: prepare(`SAVEPOINT ${SAVEPOINT}`),
      release: prepare(`RELEASE ${SAVEPOINT}`),
      rollbackToSave: prepare(`ROLLBACK TO ${SAVEPOINT}`),
    };
    steps.set(database, found);
  }
  return found;
}

/** `Database.prototype.transaction`: the function with its variants `deferred`, `immediate` and `exclusive`. */
export function makeTransaction(database: Database, callee: Callee): Transaction {
  const around = stepsOf(database);
  const variants: Record<string, Callee> = {};
  for (const name of Object.keys(BEGINNINGS)) variants[name] = variant(database, callee, around, around.begin[name]!);
  const properties: PropertyDescriptorMap = { database: { value: database, enumerable: true } };
  for (const name of Object.keys(variants)) properties[name] = { value: variants[name] };
  for (const made of Object.values(variants)) Object.defineProperties(made, properties);
  return variants.default as Transaction;
}

function variant(database: Database, callee: Callee, around: Steps, begin: Step): Callee {
  return function transaction(this: unknown, ...values: unknown[]): unknown {
    const isNested = database.inTransaction;
    (isNested ? around.save : begin).run();
    try {
      const result = callee.apply(this, values);
      (isNested ? around.release : around.commit).run();
      return result;
    } catch (error) {
      // SQLite rolls a transaction back by itself after some errors.
      if (database.inTransaction) {
        if (!isNested) around.rollback.run();
        else {
          around.rollbackToSave.run();
          around.release.run();
        }
      }
      throw error;
    }
  };
}
