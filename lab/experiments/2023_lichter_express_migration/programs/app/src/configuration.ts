// The settings, from environment variables.
import Joi from "joi";

export interface Configuration {
  port: number;
  databaseUrl: string;
  logLevel: string;
  /** The file that receives all messages. */
  logFile: string;
}

const schema = Joi.object({
  PORT: Joi.number().port().default(3000),
  MONGODB_URL: Joi.string()
    .uri({ scheme: ["mongodb", "mongodb+srv"] })
    .required(),
  LOG_LEVEL: Joi.string().valid("error", "warn", "info", "http", "debug").default("http"),
  LOG_FILE: Joi.string().default("application.log"),
}).unknown();

/** Throws a `ValidationError` that names the wrong variable. */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const values = Joi.attempt(environment, schema);
  return { port: values.PORT, databaseUrl: values.MONGODB_URL, logLevel: values.LOG_LEVEL, logFile: values.LOG_FILE };
}
