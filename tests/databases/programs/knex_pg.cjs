// knex over node-postgres.
require("./shared/knex_story.cjs")("pg", {
  host: "127.0.0.1",
  port: process.env.PGPORT,
  user: process.env.PGUSER,
  password: process.env.PGPASSWORD,
  database: process.env.DATABASE,
});
