// `Bun.redis`: the client of the address in the environment.
import { RedisClient } from "internal:bun/redis/client";

export const redis = new RedisClient();
