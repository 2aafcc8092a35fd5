const Libpq = require("libpq");

const client = new Libpq();
client.connect("host=127.0.0.1 port=1 connect_timeout=2", (error) => console.log(error.message.split("\n")[0]));
