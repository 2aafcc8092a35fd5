const posix = require("posix");

console.log(posix.getpwnam("root").uid, posix.getrlimit("nofile").soft > 0);
