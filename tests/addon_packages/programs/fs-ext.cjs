const { openSync } = require("node:fs");
const { flockSync, seekSync } = require("fs-ext");

const descriptor = openSync(__filename, "r");
flockSync(descriptor, "ex");
console.log(seekSync(descriptor, 5, 0));
