// A Map with a million strings as keys: filled, read, listed.
import { check } from "../job_support.mjs";

const map = new Map();
for (let index = 0; index < 1_000_000; index++) map.set(`key ${index}`, index);
let sum = 0;
for (let index = 0; index < 1_000_000; index++) sum += map.get(`key ${index}`);
for (const [key, value] of map) sum += key.length + value;
check(sum > 0, "values are missing");
