// One story for knex over any of its drivers: schema, migrations, queries, transactions, streams, errors and the pool.
const knex = require("knex");
const { Writable } = require("node:stream");
const { pipeline } = require("node:stream/promises");
const { fails, print, step } = require("./report.cjs");

module.exports = async function story(client, connection) {
  const isPostgres = client === "pg";
  const log = { warn() {}, error() {}, deprecate() {}, debug() {} };
  const db = knex({ client, connection, log, pool: { min: 0, max: 4 }, migrations: { migrationSource: migrations() } });

  await step("migrate up", async () => (await db.migrate.latest()).map(String));
  await step("migrate again", () => db.migrate.latest());
  await step("migrate down and up", async () => [
    (await db.migrate.rollback(undefined, true)).map(String),
    (await db.migrate.latest()).map(String),
  ]);
  await step("the version", () => db.migrate.currentVersion());
  await step("columns", async () => Object.keys(await db("books").columnInfo()));

  await step(
    "insert",
    async () =>
      await db("authors").insert(
        [
          { name: "Ada", born: "1815-12-10" },
          { name: "Grace", born: "1906-12-09" },
        ],
        isPostgres ? ["id", "name"] : undefined,
      ),
  );
  await db("books").insert([
    { author_id: 1, title: "Notes", price: "12.50", data: JSON.stringify({ pages: 65 }) },
    { author_id: 2, title: "Compilers", price: "30.00", data: null },
    { author_id: 2, title: "COBOL", price: "9.99", data: null },
  ]);
  await step("join", () =>
    db("books")
      .join("authors", "authors.id", "books.author_id")
      .select("authors.name", "title", "price", "data")
      .where("price", ">", 10)
      .orderBy("title"),
  );
  await step("count", () =>
    db("books").count({ many: "*" }).groupBy("author_id").select("author_id").orderBy("author_id"),
  );
  await step("first and pluck", async () => [
    await db("authors").first("name"),
    await db("authors").pluck("name").orderBy("id"),
  ]);
  await step("dates", async () => (await db("authors").select("born").orderBy("id")).map(({ born }) => born));
  await step("update", () => db("books").where({ title: "COBOL" }).update({ price: 11 }));
  await step("increment", async () => {
    await db("books").where({ title: "COBOL" }).increment("price", 1);
    return db("books").where({ title: "COBOL" }).first("price");
  });
  await step("delete", () => db("books").where("price", ">", 25).del());
  await step("on conflict", async () => {
    await db("authors").insert({ id: 1, name: "Ada L.", born: "1815-12-10" }).onConflict("id").merge(["name"]);
    return db("authors").where({ id: 1 }).first("name");
  });
  await step("as text", () => db("books").where({ title: "it's" }).whereIn("id", [1, 2]).toString());
  await step("raw", async () => {
    const answer = await db.raw("select ? as a, ?? from ?? where id = ?", [5, "name", "authors", 2]);
    return isPostgres ? answer.rows : answer[0];
  });

  await step("a transaction", () =>
    db.transaction(async (transaction) => {
      await transaction("authors").insert({ name: "Edsger", born: "1930-05-11" });
      return (await transaction("authors").count({ many: "*" }).first()).many;
    }),
  );
  await fails("a transaction that fails", () =>
    db.transaction(async (transaction) => {
      await transaction("authors").insert({ name: "Nobody", born: "1930-05-11" });
      throw new RangeError("changed my mind");
    }),
  );
  await step("nested transactions", () =>
    db.transaction(async (outer) => {
      await outer
        .transaction(async (inner) => {
          await inner("authors").insert({ name: "Inner", born: "1930-05-11" });
          throw new Error("only the inner");
        })
        .catch(() => {});
      return outer("authors").pluck("name").orderBy("id");
    }),
  );
  await fails("unique violation", () => db("authors").insert({ id: 1, name: "Twice" }), [
    "constraint",
    "detail",
    "sqlMessage",
  ]);
  await fails("syntax error", () => db.raw("selec 1"), ["position"]);
  await fails("no such table", () => db("nowhere").select());
  await fails("a time-out", () =>
    db.raw(isPostgres ? "select pg_sleep(2)" : "select sleep(2)").timeout(50, { cancel: true }),
  );
  await step("64 in parallel", async () =>
    (await Promise.all(Array.from({ length: 64 }, (_, index) => db.select(db.raw("? as a", [index])).first()))).every(
      ({ a }, index) => Number(a) === index,
    ),
  );
  await step("a stream", async () => {
    const names = [];
    await pipeline(
      db("authors").select("name").orderBy("id").stream(),
      new Writable({
        objectMode: true,
        write(row, _, done) {
          names.push(row.name);
          done();
        },
      }),
    );
    return names;
  });
  await step("events", async () => {
    const seen = [];
    await db("authors")
      .first("id")
      .on("query", ({ sql }) => seen.push(sql))
      .on("query-response", (response) => seen.push(typeof response));
    return seen;
  });
  await fails("no connection in time", async () => {
    const small = knex({ client, connection, log, pool: { min: 0, max: 1 }, acquireConnectionTimeout: 1000 });
    let held;
    try {
      held = await small.transaction();
      await small.raw("select 1");
    } finally {
      await held?.rollback();
      await small.destroy();
    }
  });
  await fails("refused", async () => {
    const refused = knex({ client, log, connection: { ...connection, port: process.env.REFUSED_PORT } });
    try {
      await refused.raw("select 1");
    } finally {
      await refused.destroy();
    }
  });
  await db.destroy();
  await fails("after the end", () => db.raw("select 1"));
  print("ended", "yes");
};

function migrations() {
  const list = {
    "001_authors": {
      up: (db) =>
        db.schema.createTable("authors", (table) => {
          table.increments();
          table.string("name").notNullable();
          table.date("born");
        }),
      down: (db) => db.schema.dropTable("authors"),
    },
    "002_books": {
      up: (db) =>
        db.schema.createTable("books", (table) => {
          table.increments();
          table.integer("author_id").unsigned().references("authors.id").onDelete("cascade");
          table.string("title", 80).unique();
          table.decimal("price", 8, 2).defaultTo(0);
          table.json("data");
          table.timestamps(true, true);
        }),
      down: (db) => db.schema.dropTable("books"),
    },
  };
  return {
    getMigrations: async () => Object.keys(list),
    getMigrationName: (name) => name,
    getMigration: async (name) => list[name],
  };
}
