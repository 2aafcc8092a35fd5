// Starts the API: listens on PORT, and ends on SIGTERM with everything closed.
import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import { WINSTON_MODULE_NEST_PROVIDER } from "nest-winston";
import { ApplicationModule } from "./application_module.js";
import { configuration } from "./configuration.js";

async function main(): Promise<void> {
  const application = await NestFactory.create(ApplicationModule, { bufferLogs: true });
  application.useLogger(application.get(WINSTON_MODULE_NEST_PROVIDER));
  application.enableShutdownHooks();
  await application.listen(configuration.port, "127.0.0.1");
  console.log(`listening on ${application.getHttpServer().address().port}`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
