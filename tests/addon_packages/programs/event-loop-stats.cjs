const stats = require("event-loop-stats");

console.log(Object.keys(stats.sense()));
