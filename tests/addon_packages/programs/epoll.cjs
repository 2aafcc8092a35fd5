const { Epoll } = require("epoll");
const { spawn } = require("node:child_process");
const poller = new Epoll((error, descriptor, events) => {
  console.log(error, events === Epoll.EPOLLIN, require("node:fs").readSync(descriptor, Buffer.alloc(10)));
  poller.remove(descriptor).close();
  process.exit(0);
});
const fs = require("node:fs");
require("node:child_process").execSync("rm -f pipe; mkfifo pipe");
const descriptor = fs.openSync("pipe", fs.constants.O_RDWR);
poller.add(descriptor, Epoll.EPOLLIN);
setTimeout(() => fs.writeSync(descriptor, "abc"), 50);
console.log(poller.closed);
