console.log(typeof require("nodegit").Repository);
