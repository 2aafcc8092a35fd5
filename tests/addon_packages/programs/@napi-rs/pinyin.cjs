const { pinyin, asyncPinyin, PINYIN_STYLE } = require("@napi-rs/pinyin");
console.log(pinyin("你好拼音"), pinyin("中国", { style: 1 }));
asyncPinyin && asyncPinyin("拼音").then((x) => console.log(x));
