// drizzle-orm in TypeScript over node-postgres, postgres.js and mysql2.
import { and, count, desc, eq, gt, relations, sql } from "drizzle-orm";
import { drizzle as overPg } from "drizzle-orm/node-postgres";
import { drizzle as overPostgres } from "drizzle-orm/postgres-js";
import { drizzle as overMysql } from "drizzle-orm/mysql2";
import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  serial,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { int, json, mysqlTable, serial as mysqlSerial, varchar } from "drizzle-orm/mysql-core";
import mysql from "mysql2/promise";
import pg from "pg";
import postgres from "postgres";
import report from "./shared/report.cjs";

const { fails, print, step } = report;
const role = pgEnum("role", ["reader", "writer"]);
const users = pgTable("users", {
  id: serial("id").primaryKey(),
  name: text("name").notNull().unique(),
  role: role("role").default("reader"),
  active: boolean("active").default(true),
  balance: numeric("balance", { precision: 10, scale: 2 }).default("0"),
  visits: bigint("visits", { mode: "bigint" }).default(0n),
  data: jsonb("data").$type<{ theme: string }>(),
  seen: timestamp("seen", { withTimezone: true }),
});
const posts = pgTable("posts", {
  id: serial("id").primaryKey(),
  title: text("title").notNull(),
  userId: integer("user_id").references(() => users.id),
});
const usersRelations = relations(users, ({ many }) => ({ posts: many(posts) }));
const postsRelations = relations(posts, ({ one }) => ({
  user: one(users, { fields: [posts.userId], references: [users.id] }),
}));
const schema = { users, posts, usersRelations, postsRelations };

async function postgresStory(name: string, db: ReturnType<typeof overPg<typeof schema>>): Promise<void> {
  print("over", name);
  await db.execute(sql`drop table if exists posts, users; drop type if exists role`);
  await db.execute(sql`create type role as enum ('reader', 'writer')`);
  await db.execute(
    sql`create table users (id serial primary key, name text not null unique, role role default 'reader', active boolean default true, balance numeric(10,2) default 0, visits bigint default 0, data jsonb, seen timestamptz)`,
  );
  await db.execute(
    sql`create table posts (id serial primary key, title text not null, user_id int references users (id))`,
  );
  await step("insert", () =>
    db
      .insert(users)
      .values([
        {
          name: "Ada",
          role: "writer",
          balance: "12.50",
          visits: 9007199254740993n,
          data: { theme: "dark" },
          seen: new Date(Date.UTC(2024, 6, 1)),
        },
        { name: "Bob" },
      ])
      .returning(),
  );
  await db.insert(posts).values([
    { title: "One", userId: 1 },
    { title: "Two", userId: 1 },
    { title: "Three", userId: 2 },
  ]);
  await step("select", () =>
    db
      .select({ name: users.name, title: posts.title })
      .from(users)
      .innerJoin(posts, eq(posts.userId, users.id))
      .where(and(eq(users.active, true), gt(posts.id, 1)))
      .orderBy(desc(posts.id)),
  );
  await step("relations", () =>
    db.query.users.findMany({
      columns: { name: true },
      with: { posts: { columns: { title: true }, orderBy: posts.id } },
      orderBy: users.id,
    }),
  );
  await step("group", () =>
    db.select({ user: posts.userId, many: count() }).from(posts).groupBy(posts.userId).orderBy(posts.userId),
  );
  await step("update", () =>
    db
      .update(users)
      .set({ balance: sql`${users.balance} + 1` })
      .where(eq(users.name, "Bob"))
      .returning({ balance: users.balance }),
  );
  await step("on conflict", () =>
    db
      .insert(users)
      .values({ name: "Ada" })
      .onConflictDoUpdate({ target: users.name, set: { active: false } })
      .returning({ id: users.id, active: users.active }),
  );
  const prepared = db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("by_id");
  await step("prepared", async () => [await prepared.execute({ id: 1 }), await prepared.execute({ id: 2 })]);
  await step("a transaction", () =>
    db.transaction(async (transaction) => {
      await transaction.insert(users).values({ name: "Cy" });
      await transaction
        .transaction(async (inner) => {
          await inner.insert(users).values({ name: "Dee" });
          inner.rollback();
        })
        .catch((error: Error) => print("inner", error.constructor.name));
      return transaction.$count(users);
    }),
  );
  await fails("unique violation", () => db.insert(users).values({ name: "Ada" }), [
    "detail",
    "constraint",
    "constraint_name",
  ]);
  await step("delete", () => db.delete(posts).where(gt(posts.id, 2)).returning());
  await step("as text", () => db.select().from(users).where(eq(users.name, "x")).toSQL());
}

const pool = new pg.Pool({ max: 3 });
await postgresStory("pg", overPg(pool, { schema }));
await pool.end();
const client = postgres({ host: "127.0.0.1", port: Number(process.env["PGPORT"]), max: 3, onnotice: () => {} });
await postgresStory("postgres.js", overPostgres(client, { schema }) as never);
await client.end();

const things = mysqlTable("things", {
  id: mysqlSerial("id").primaryKey(),
  name: varchar("name", { length: 40 }).notNull().unique(),
  many: int("many"),
  data: json("data"),
});
const connections = mysql.createPool({
  host: "127.0.0.1",
  port: Number(process.env["MARIADB_PORT"]),
  user: process.env["PGUSER"]!,
  password: process.env["PGPASSWORD"]!,
  database: process.env["DATABASE"]!,
});
const db = overMysql(connections);
await db.execute(
  sql`create table things (id serial primary key, name varchar(40) not null unique, many int, data json)`,
);
await step(
  "mysql: insert",
  async () =>
    (
      await db.insert(things).values([
        { name: "a", many: 1, data: { x: [1] } },
        { name: "b", many: 2 },
      ])
    )[0].affectedRows,
);
await step("mysql: select", () => db.select().from(things).where(gt(things.many, 0)).orderBy(desc(things.id)));
await step("mysql: a transaction", () =>
  db.transaction(async (transaction) => {
    await transaction.update(things).set({ many: 5 }).where(eq(things.name, "a"));
    return transaction.select({ many: things.many }).from(things);
  }),
);
await fails("mysql: unique violation", () => db.insert(things).values({ name: "a" }));
await connections.end();
print("ended", "yes");
