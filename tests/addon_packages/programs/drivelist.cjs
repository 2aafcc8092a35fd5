const drivelist = require("drivelist");

drivelist.list().then(
  (drives) =>
    console.log(
      Array.isArray(drives),
      drives.every((drive) => typeof drive.device === "string"),
    ),
  (error) => console.log(error.name),
);
