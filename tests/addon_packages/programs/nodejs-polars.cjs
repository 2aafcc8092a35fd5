const pl = require("nodejs-polars");
const frame = pl.DataFrame({ name: ["a", "b", "a", "c"], value: [1, 2, 3, null] });
console.log(frame.toString());
console.log(frame.groupBy("name").agg(pl.col("value").sum().alias("sum")).sort("name").toRecords());
console.log(frame.filter(pl.col("value").gt(1)).height, frame.select(pl.col("value").mean()).toRecords());
console.log(pl.readCSV("x,y\n1,one\n2,two\n").toRecords());
try {
  frame.getColumn("none");
} catch (error) {
  console.log(error.message);
}
