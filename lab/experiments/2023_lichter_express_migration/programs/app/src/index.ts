// Starts the API: connects to the database, listens on PORT, and ends on SIGTERM with everything closed.
import { AddressInfo } from "net";
import mongoose from "mongoose";
import { createApplication } from "./app";
import { readConfiguration } from "./configuration";
import { createLogger } from "./logger";

async function main(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const logger = createLogger(configuration);
  await mongoose.connect(configuration.databaseUrl, { serverSelectionTimeoutMS: 5000 });
  logger.info("connected to the database");

  const server = createApplication(logger).listen(configuration.port, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    console.log(`listening on ${port}`);
  });

  process.once("SIGTERM", () => {
    logger.info("stopping");
    server.close(async () => {
      await mongoose.disconnect();
      logger.info("stopped");
      logger.end();
    });
  });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
