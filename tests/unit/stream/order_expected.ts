// Prints the fingerprints of the scenarios that order.test.ts compares; with a number, that scenario in full.
import process from "node:process";
import { fingerprint, runScenario } from "./order_scenarios.ts";

const SEEDS = 400;
const seed = Number(process.argv[2]);
if (seed > 0) {
  console.log(await runScenario(seed));
} else {
  for (let index = 1; index <= SEEDS; index++) console.log(fingerprint(await runScenario(index)));
}
