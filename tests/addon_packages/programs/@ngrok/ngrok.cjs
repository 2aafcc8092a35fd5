const ngrok = require("@ngrok/ngrok");
console.log(
  Object.keys(ngrok)
    .filter((name) => /^[a-z]/.test(name))
    .sort()
    .join(" "),
);
(async () => {
  console.log(await ngrok.listeners(), await ngrok.getListenerByUrl("http://127.0.0.1"));
  const builder = new ngrok.SessionBuilder().authtoken("none").serverAddr("127.0.0.1:9");
  console.log(typeof builder.connect);
  process.exit();
})();
