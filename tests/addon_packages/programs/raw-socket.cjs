const raw = require("raw-socket");
const buffer = Buffer.from([8, 0, 0, 0, 0, 1, 0, 1]);
raw.writeChecksum(buffer, 2, raw.createChecksum(buffer));
console.log(buffer);
const socket = raw.createSocket({ protocol: raw.Protocol.ICMP });
socket.on("message", (message, source) => console.log(source, message[20]) || socket.close());
socket.send(buffer, 0, buffer.length, "127.0.0.1", (error, bytes) => console.log(error, bytes));
