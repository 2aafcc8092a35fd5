// `Bun.s3`: the client with the settings of the environment.
import { S3Client } from "internal:bun/s3/client";

export const s3 = new S3Client();
