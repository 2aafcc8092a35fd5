// knex over mysql2.
require("./shared/knex_story.cjs")("mysql2", {
  host: "127.0.0.1",
  port: process.env.MARIADB_PORT,
  user: process.env.PGUSER,
  password: process.env.PGPASSWORD,
  database: process.env.DATABASE,
});
