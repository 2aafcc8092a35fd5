const Client = require("pg-native");
new Client().connect("host=127.0.0.1 port=9 connect_timeout=1", (e) => console.log(e.message.split("\n")[0]));
