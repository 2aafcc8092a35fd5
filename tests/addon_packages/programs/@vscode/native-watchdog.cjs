const watchdog = require("@vscode/native-watchdog");
watchdog.start(process.ppid);
console.log("watching");
setTimeout(() => watchdog.exit(6), 50);
