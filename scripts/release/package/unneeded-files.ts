/** Files of any package that nothing runs: maps, types and sources in TypeScript, texts for readers, tests. */
const OF_ANY_PACKAGE =
  /\.(?:map|[cm]?ts|tsbuildinfo|flow|md|markdown)$|^(?:tests?|__tests__|examples?)\//u;
const LICENCE = /licen[cs]e|copying|notice/iu;

/** Builds of a package for other places. The server loads one. */
const OF_PACKAGES: Readonly<Record<string, RegExp>> = {
  // Only the engine of neural networks is started, with its WebAssembly in the file beside it.
  'tesseract.js-core': /^tesseract-core(?!-simd-lstm\.(?:js|wasm)$)/u,
  // The same language for the older engine too.
  '@tesseract.js-data/eng': /^4\.0\.0\//u,
  // `legacy/build` is the one for Node.js.
  'pdfjs-dist':
    /^(?:(?:legacy\/)?(?:web|image_decoders)\/|build\/|legacy\/build\/.*(?:\.min|sandbox)\.mjs$)/u,
  // Extensions of PostgreSQL, of which migrations create none, and what browsers and CommonJS load.
  '@electric-sql/pglite':
    /^dist\/(?:(?:contrib|node-postgres|live|worker)\/|.*\.tar\.gz$|.*\.cjs$|fs\/(?!nodefs|base))/u,
  '@modelcontextprotocol/core': /\.cjs$/u,
  '@modelcontextprotocol/server': /\.cjs$/u,
  // One file each for browsers and CommonJS; index.js imports the modules of `lib`.
  '@zip.js/zip.js': /^(?:dist\/|index.*\.(?:cjs|min\.js)$)/u,
  // libheif-bundle.js has its WebAssembly inside.
  'libheif-js': /^(?:libheif\/|libheif-wasm\/(?!libheif-bundle\.js$))/u,
  'opencc-js': /^dist\/(?:umd|esm)\//u,
};

/** Returns whether the server runs without a file of a package, whose path is relative to it. */
export function isUnneeded(name: string, file: string): boolean {
  if (LICENCE.test(file)) return false;
  return OF_ANY_PACKAGE.test(file) || OF_PACKAGES[name]?.test(file) === true;
}
