// Winston: everything as JSON into a file, warnings and errors in one line each on the console.
import { Logger, createLogger as create, format, transports } from "winston";
import { Configuration } from "./configuration";

const line = format.printf(({ level, message, stack }) => `${level}: ${stack ? String(stack).split("\n")[0] : message}`);

export function createLogger({ logLevel, logFile }: Configuration): Logger {
  return create({
    level: logLevel,
    defaultMeta: { service: "books" },
    format: format.combine(format.timestamp(), format.errors({ stack: true }), format.splat(), format.json()),
    transports: [
      new transports.File({ filename: logFile }),
      new transports.Console({ level: "warn", format: format.combine(format.errors({ stack: true }), line) }),
    ],
  });
}
