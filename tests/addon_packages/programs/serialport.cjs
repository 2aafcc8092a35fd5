const { SerialPort, SerialPortMock } = require("serialport");
const s = new SerialPort({ path: "/dev/nonexistent", baudRate: 9600 }, (e) => {
  console.log(e && e.message);
  SerialPortMock.binding.createPort("/dev/MOCK", { echo: true, record: true });
  const m = new SerialPortMock({ path: "/dev/MOCK", baudRate: 9600 });
  m.on("open", () => {
    m.write("hi");
  });
  m.on("data", (d) => {
    console.log(d.toString());
    m.close();
  });
});
