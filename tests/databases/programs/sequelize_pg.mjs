// sequelize over node-postgres.
import { story } from "./shared/sequelize_story.mjs";

await story({
  dialect: "postgres",
  host: "127.0.0.1",
  port: process.env.PGPORT,
  username: process.env.PGUSER,
  password: process.env.PGPASSWORD,
  database: process.env.DATABASE,
});
