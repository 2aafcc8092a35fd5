const { getVolumeMetadata, getVolumeMountPoints } = require("@photostructure/fs-metadata");
(async () => {
  const points = await getVolumeMountPoints({ includeSystemVolumes: true });
  console.log(points.some(({ mountPoint }) => mountPoint === "/"));
  const { mountPoint, size, status, fstype } = await getVolumeMetadata("/");
  console.log(mountPoint, size, status, fstype);
  await getVolumeMetadata("/none").catch((error) => console.log(error.name, error.code));
})();
