console.log(typeof require("zlib-sync"));
