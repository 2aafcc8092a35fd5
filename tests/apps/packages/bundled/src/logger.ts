// The log of both applications: JSON on standard output.
import { createLogger, format, transports } from "winston";

export const logger = createLogger({
  level: "info",
  format: format.combine(format.errors(), format.json({ deterministic: true })),
  transports: [new transports.Console()],
});
