// Without the log of its connections, which contains times.
process.env.NODE_ENV = "production";
const { AudioFrame, AudioResampler, AudioSource, LocalAudioTrack, Room, dispose } = require("@livekit/rtc-node");
(async () => {
  const source = new AudioSource(48000, 1);
  const track = LocalAudioTrack.createAudioTrack("tone", source);
  console.log(track.name, track.kind, track.muted);
  const samples = Int16Array.from({ length: 480 }, (_, index) => Math.round(1000 * Math.sin(index / 10)));
  await source.captureFrame(new AudioFrame(samples, 48000, 1, 480));
  const resampler = new AudioResampler(48000, 16000, 1);
  const frames = [...resampler.push(new AudioFrame(samples, 48000, 1, 480)), ...resampler.flush()];
  console.log(frames.map((frame) => [frame.sampleRate, frame.channels, frame.samplesPerChannel]));
  const room = new Room();
  console.log(room.isConnected, room.remoteParticipants.size);
  await room.connect("ws://127.0.0.1:9", "token").catch((error) => console.log(error.constructor.name));
  await source.close();
  await dispose();
})();
