// An Express application with the middleware of the paper, without its database.
import compression from "compression";
import express from "express";
import helmet from "helmet";
import winston from "winston";
import { Books } from "./books.ts";

const logger = winston.createLogger({ level: "info", transports: [new winston.transports.Console()] });
const application = express();
application.use(helmet());
application.use(compression());
application.use(express.json());
application.get("/books", new Books().list);
const server = application.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  logger.info(`listening on ${(server.address() as { port: number }).port}`);
});
