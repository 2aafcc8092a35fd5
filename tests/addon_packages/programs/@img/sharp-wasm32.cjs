const sharp = require("@img/sharp-wasm32/sharp.node");
console.log(Object.keys(sharp).sort().join(" "));
const { vips } = sharp.libvipsVersion ? { vips: sharp.libvipsVersion() } : {};
console.log(vips);
console.log(sharp.format ? Object.keys(sharp.format()).sort().join(" ") : "");
