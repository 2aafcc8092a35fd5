// AsyncLocalStorage through knex: its query builders are thenables, which start their work when they are awaited.
const { AsyncLocalStorage } = require("node:async_hooks");
const storage = new AsyncLocalStorage();
const seen = [];
const see = (what) => seen.push(`${what} in ${storage.getStore()}`);

const knex = require("knex")({
  client: "pg",
  connection: {
    host: "127.0.0.1",
    port: process.env.PGPORT,
    user: process.env.PGUSER,
    password: process.env.PGPASSWORD,
    database: process.env.DATABASE,
  },
  pool: { min: 1, max: 2 },
  postProcessResponse: (result) => {
    see("result");
    return result;
  },
});
knex.on("query", ({ sql }) => see(sql));

const returned = async (number) => knex.select(knex.raw("? as returned", [number]));
const built = (number) => knex.select(knex.raw("? as built", [number]));

async function request(name) {
  const [{ returned: number }] = await returned(1);
  see(`${name} after returned ${number}`);
  await built(2);
  await Promise.all([returned(3), built(4)]);
  see(`${name} after all`);
  await knex.transaction(async (transaction) => {
    see(`${name} transaction`);
    await transaction.select(transaction.raw("1 as inside"));
    see(`${name} inside`);
  });
  see(`${name} at the end`);
}

(async () => {
  await Promise.all(["a", "b", "c"].map((name) => storage.run(name, () => request(name))));
  // The three share two connections: their order is random.
  console.log(seen.sort().join("\n"));
  await knex.destroy();
})();
