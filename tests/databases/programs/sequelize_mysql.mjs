// sequelize over mysql2.
import { story } from "./shared/sequelize_story.mjs";

await story({
  dialect: "mysql",
  host: "127.0.0.1",
  port: process.env.MARIADB_PORT,
  username: process.env.PGUSER,
  password: process.env.PGPASSWORD,
  database: process.env.DATABASE,
});
