const Fuse = require("fuse-native");
console.log(Fuse.ENOENT, Fuse.EACCES, Object.keys(Fuse).sort().slice(0, 5).join(" "));
Fuse.isConfigured((error, isConfigured) => {
  console.log(error?.code ?? error, isConfigured);
  const fuse = new Fuse("/tmp/none/of/these", { readdir: (path, done) => done(0, ["a"]) }, { mkdir: false });
  fuse.mount((error) => console.log(error !== null && error !== undefined));
});
