const { OfflineAudioContext } = require("node-web-audio-api");
(async () => {
  const context = new OfflineAudioContext(1, 4410, 44100);
  const oscillator = context.createOscillator();
  oscillator.frequency.value = 441;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.5, 0);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  const buffer = await context.startRendering();
  const samples = buffer.getChannelData(0);
  console.log(buffer.length, buffer.duration, Math.max(...samples).toFixed(3), samples[25].toFixed(3));
  try {
    gain.connect(1);
  } catch (e) {
    console.log(e.name, e.message);
  }
  process.exit(0);
})();
