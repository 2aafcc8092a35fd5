const { format } = require("oxfmt");
(async () => {
  console.log(await format("a.ts", "const a  = {b:1,c :[1,2]}\nfunction f( x:number ){return x}", {}));
  console.log((await format("a.ts", "let = = 1", {})).errors.length);
})();
