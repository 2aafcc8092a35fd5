console.log(typeof require("@biomejs/js-api"));
