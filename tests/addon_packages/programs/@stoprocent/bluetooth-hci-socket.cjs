const Socket = require("@stoprocent/bluetooth-hci-socket");
try {
  const socket = new (Socket.loadDriver("native"))();
  console.log(typeof socket.bindRaw);
} catch (e) {
  console.log(e.name, e.code, e.message);
}
