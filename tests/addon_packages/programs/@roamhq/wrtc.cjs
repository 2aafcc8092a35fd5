const { RTCPeerConnection } = require("@roamhq/wrtc");

const a = new RTCPeerConnection();
const b = new RTCPeerConnection();
a.onicecandidate = ({ candidate }) => candidate && b.addIceCandidate(candidate);
b.onicecandidate = ({ candidate }) => candidate && a.addIceCandidate(candidate);
b.ondatachannel = ({ channel }) => {
  console.log("channel", channel.label);
  channel.onmessage = ({ data }) => channel.send(`echo ${data}`);
};
const channel = a.createDataChannel("numbers");
channel.onopen = () => {
  console.log("open", channel.readyState);
  channel.send("hello");
};
channel.onmessage = ({ data }) => {
  console.log(data);
  a.close();
  b.close();
  console.log(a.connectionState, b.signalingState);
  process.exit();
};
(async () => {
  await a.setLocalDescription(await a.createOffer());
  await b.setRemoteDescription(a.localDescription);
  await b.setLocalDescription(await b.createAnswer());
  await a.setRemoteDescription(b.localDescription);
  console.log(a.signalingState, b.signalingState);
  await a.setRemoteDescription({ type: "answer", sdp: "x" }).catch((error) => console.log(error.name));
})();
