// TypeORM over mysql2: TypeScript with decorators and their metadata, run as it stands.
import { story } from "./shared/typeorm_story.ts";

story({
  type: "mariadb",
  connectorPackage: "mysql2",
  host: "127.0.0.1",
  port: Number(process.env["MARIADB_PORT"]),
  username: process.env["PGUSER"]!,
  password: process.env["PGPASSWORD"]!,
  database: process.env["DATABASE"]!,
  timezone: "Z",
} as never);
