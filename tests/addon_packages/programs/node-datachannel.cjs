const nodeDataChannel = require("node-datachannel");

const a = new nodeDataChannel.PeerConnection("a", { iceServers: [] });
const b = new nodeDataChannel.PeerConnection("b", { iceServers: [] });
a.onLocalDescription((sdp, type) => b.setRemoteDescription(sdp, type));
a.onLocalCandidate((candidate, mid) => b.addRemoteCandidate(candidate, mid));
b.onLocalDescription((sdp, type) => a.setRemoteDescription(sdp, type));
b.onLocalCandidate((candidate, mid) => a.addRemoteCandidate(candidate, mid));
b.onDataChannel((channel) => {
  console.log("channel", channel.getLabel());
  channel.onMessage((message) => channel.sendMessage(`echo ${message}`));
});
const channel = a.createDataChannel("numbers");
channel.onOpen(() => channel.sendMessage("hello"));
channel.onMessage((message) => {
  console.log(message, a.state());
  channel.close();
  a.close();
  b.close();
  setTimeout(() => {
    nodeDataChannel.cleanup();
    console.log("done");
  }, 100);
});
try {
  new nodeDataChannel.PeerConnection();
} catch (error) {
  console.log(error.name, error.message);
}
