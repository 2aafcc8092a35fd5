// A callback runs later; the program goes on meanwhile.
setTimeout(() => console.log("Ich habe 1s gewartet!"), 1000);
console.log("Hello World");
