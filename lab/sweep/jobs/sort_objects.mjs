// A million objects sorted by a number, then by a string.
import { check } from "../job_support.mjs";

let seed = 1;
const random = () => (seed = (seed * 48_271) % 2_147_483_647);
const items = Array.from({ length: 1_000_000 }, () => ({ id: random(), name: `name ${random() % 100_000}` }));
items.sort((left, right) => left.id - right.id);
check(items[0].id <= items[1].id, "not sorted");
items.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
check(items[0].name <= items[1].name, "not sorted");
