// Three reads that depend on each other, nested as callbacks.
const fs = require("fs");

fs.readFile("file1.txt", "utf8", function (err, data1) {
  fs.readFile("file2.txt", "utf8", function (err, data2) {
    fs.readFile("file3.txt", "utf8", function (err, data3) {
      console.log("Daten aus file1:", data1);
      console.log("Daten aus file2:", data2);
      console.log("Daten aus file3:", data3);
    });
  });
});
