// The package hides the error of its file, and does nothing then; the file is loaded here.
require(`@datadog/native-iast-taint-tracking/prebuilds/linuxglibc-x64/node-${process.versions.modules}.node`);
const { createTransaction, newTaintedString, isTainted } = require("@datadog/native-iast-taint-tracking");

const id = createTransaction("1");
const text = newTaintedString(id, "value", "name", "type");
console.log(text, isTainted(id, text));
