const isElevated = require("native-is-elevated");
console.log(isElevated() === (process.getuid() === 0));
