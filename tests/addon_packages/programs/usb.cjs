const { usb, WebUSB } = require("usb");
usb.getDevices().then(
  (d) => console.log(Array.isArray(d), typeof WebUSB),
  (e) => console.log(e.name, e.message),
);
