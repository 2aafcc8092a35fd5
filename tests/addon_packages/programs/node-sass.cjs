console.log(require("node-sass").renderSync({ data: "a { b { c: d } }" }).css.toString());
