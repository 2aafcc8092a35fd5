const h = require("node-hid");
console.log(Array.isArray(h.devices()));
try {
  new h.HID("/dev/none");
} catch (e) {
  console.log(e.name, e.message);
}
