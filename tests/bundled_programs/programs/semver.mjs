import semver from "semver";
console.log(
  semver.maxSatisfying(["1.2.3", "1.9.0", "2.0.0-rc.1"], "^1.2"),
  semver.inc("1.2.3", "prerelease", "beta"),
  semver.intersects("^1", ">=1.5 <3"),
);
