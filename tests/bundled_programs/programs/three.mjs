import * as THREE from "three";
const mesh = new THREE.Mesh(new THREE.BoxGeometry(1, 2, 3), new THREE.MeshBasicMaterial({ color: 0xff8800 }));
mesh.rotation.set(0, Math.PI / 2, 0);
mesh.updateMatrixWorld();
const box = new THREE.Box3().setFromObject(mesh);
console.log(
  box.max.toArray().map((n) => n.toFixed(3)),
  mesh.material.color.getHexString(),
  mesh.geometry.index.count,
);
