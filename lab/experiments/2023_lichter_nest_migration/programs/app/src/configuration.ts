// The settings, from environment variables.
import Joi from "joi";

const schema = Joi.object({
  PORT: Joi.number().port().default(3000),
  PGHOST: Joi.string().default("127.0.0.1"),
  PGPORT: Joi.number().port().default(5432),
  PGUSER: Joi.string().required(),
  PGPASSWORD: Joi.string().required(),
  PGDATABASE: Joi.string().required(),
  JWT_SECRET: Joi.string().min(16).default("a secret of development"),
  LOG_FILE: Joi.string().default("application.log"),
}).unknown();

const values = Joi.attempt(process.env, schema);

export const configuration = {
  port: values.PORT as number,
  database: {
    type: "postgres" as const,
    host: values.PGHOST as string,
    port: values.PGPORT as number,
    username: values.PGUSER as string,
    password: values.PGPASSWORD as string,
    database: values.PGDATABASE as string,
  },
  jwtSecret: values.JWT_SECRET as string,
  logFile: values.LOG_FILE as string,
};
