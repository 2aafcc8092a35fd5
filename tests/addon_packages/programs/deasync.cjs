const deasync = require("deasync");

let done = false;
setTimeout(() => (done = true), 20);
deasync.loopWhile(() => !done);
console.log(done);
const wait = deasync((value, callback) => setTimeout(() => callback(null, value * 2), 10));
console.log(wait(21));
try {
  deasync((callback) => setTimeout(() => callback(new Error("failed")), 5))();
} catch (error) {
  console.log(error.message);
}
