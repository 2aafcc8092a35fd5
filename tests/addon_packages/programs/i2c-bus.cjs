const i2c = require("i2c-bus");
i2c.open(250, (e) => console.log(e?.code, e?.message));
