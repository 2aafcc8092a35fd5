const spi = require("spi-device");
try {
  spi.openSync(9, 9);
} catch (e) {
  console.log(e.name, e.code, e.message);
}
spi.open(9, 9, (e) => console.log(e.name, e.code, e.message));
