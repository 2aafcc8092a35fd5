import winston from "winston";
const logger = winston.createLogger({
  format: winston.format.combine(winston.format.label({ label: "app" }), winston.format.splat(), winston.format.json()),
  transports: [new winston.transports.Console()],
});
logger.info("hello %s", "you", { extra: 1 });
logger.error(new Error("broken").message);
