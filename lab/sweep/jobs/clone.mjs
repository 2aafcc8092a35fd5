// `structuredClone` of typed arrays and records.
import { check } from "../job_support.mjs";

const small = new Uint8Array(1024);
for (let index = 0; index < 100_000; index++) structuredClone(small);
const large = new Float64Array(1_250_000);
for (let index = 0; index < 100; index++) structuredClone(large);
const records = Array.from({ length: 1000 }, (_, id) => ({
  id,
  name: `name ${id}`,
  tags: ["a", "b"],
  at: new Date(id),
}));
let count = 0;
for (let index = 0; index < 100; index++) count += structuredClone(records).length;
check(count === 100_000, "records are missing");
