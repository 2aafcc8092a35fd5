console.log(typeof require("segfault-handler"));
