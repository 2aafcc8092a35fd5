// The entry of the project that the bundlers build.
import { greet } from "./greet.js";
import * as shapes from "./shapes.cjs";
import data from "./data.json";

export const greeting = greet(data.name);
export const area = shapes.area(2, 3);
export const later = () => import("./later.js").then((module) => module.default);
console.log(greeting, area);
