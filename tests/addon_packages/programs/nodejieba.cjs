const jieba = require("nodejieba");

console.log(jieba.cut("南京市长江大桥"));
console.log(jieba.cutAll("南京市长江大桥"));
console.log(jieba.tag("红掌拨清波"));
console.log(jieba.extract("升职加薪，当上CEO，走上人生巅峰。", 3).map(({ word }) => word));
console.log(jieba.cutSmall("南京市长江大桥", 3));
