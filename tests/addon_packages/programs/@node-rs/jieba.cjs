const { Jieba } = require("@node-rs/jieba");
const j = new Jieba();
console.log(j.cut("我们中出了一个叛徒"), j.tag("哈哈大笑"));
