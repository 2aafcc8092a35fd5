// NestJS with TypeORM over PostgreSQL, and models in Mongoose's spelling: modules that are made when their settings are
// there, repositories that are injected, transactions, validation, errors of the database as answers.
import { story } from "./shared/nest_story.ts";

story({
  type: "postgres",
  host: "127.0.0.1",
  port: Number(process.env["PGPORT"]),
  username: process.env["PGUSER"]!,
  password: process.env["PGPASSWORD"]!,
  database: process.env["DATABASE"]!,
});
