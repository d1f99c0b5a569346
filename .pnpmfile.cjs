/** openapi-typescript writes types with the JavaScript of the compiler, of which TypeScript 7 has none. */
function readPackage(manifest) {
  if (manifest.name === 'openapi-typescript') {
    delete manifest.peerDependencies.typescript;
    manifest.dependencies.typescript = '5.9.3';
  }
  return manifest;
}

module.exports = { hooks: { readPackage } };
