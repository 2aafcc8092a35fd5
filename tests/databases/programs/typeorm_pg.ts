// TypeORM over node-postgres: TypeScript with decorators and their metadata, run as it stands.
import { story } from "./shared/typeorm_story.ts";

story({
  type: "postgres",
  host: "127.0.0.1",
  port: Number(process.env["PGPORT"]),
  username: process.env["PGUSER"]!,
  password: process.env["PGPASSWORD"]!,
  database: process.env["DATABASE"]!,
});
