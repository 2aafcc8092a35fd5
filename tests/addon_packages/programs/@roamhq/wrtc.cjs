const { RTCPeerConnection } = require("@roamhq/wrtc");

// Threads decide about the order: what is printed is sorted.
const lines = [];
const log = (...values) => lines.push(values.join(" "));

const a = new RTCPeerConnection();
const b = new RTCPeerConnection();
a.onicecandidate = ({ candidate }) => candidate && b.addIceCandidate(candidate);
b.onicecandidate = ({ candidate }) => candidate && a.addIceCandidate(candidate);
b.ondatachannel = ({ channel }) => {
  log("channel", channel.label);
  channel.onmessage = ({ data }) => channel.send(`echo ${data}`);
};
const channel = a.createDataChannel("numbers");
channel.onopen = () => {
  log("open", channel.readyState);
  channel.send("hello");
};
channel.onmessage = ({ data }) => {
  log(data);
  a.close();
  b.close();
  log(a.connectionState, b.signalingState);
  console.log(lines.sort().join("\n"));
  process.exit();
};
(async () => {
  await a.setLocalDescription(await a.createOffer());
  await b.setRemoteDescription(a.localDescription);
  await b.setLocalDescription(await b.createAnswer());
  await a.setRemoteDescription(b.localDescription);
  log(a.signalingState, b.signalingState);
  await a.setRemoteDescription({ type: "answer", sdp: "x" }).catch((error) => log(error.name));
})();
