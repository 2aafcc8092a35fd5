const disk = require("diskusage");

const isPlausible = ({ available, free, total }) => available <= free && free <= total;
console.log(isPlausible(disk.checkSync("/")));
disk.check("/", (error, info) => console.log(error ?? null, isPlausible(info)));
disk.check("/no/such/folder").catch((error) => console.log(error.message));
