// A Nest application with TypeORM's decorators, joi and winston, without its database.
import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import { ApplicationModule } from "./articles.ts";

const application = await NestFactory.create(ApplicationModule, { logger: false });
await application.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1");
console.log(`listening at ${await application.getUrl()}`);
