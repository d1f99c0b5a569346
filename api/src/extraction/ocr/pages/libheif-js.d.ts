/** The part of libheif's compiled API that is used. */
declare module 'libheif-js/wasm-bundle.js' {
  export interface HeifPixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  export interface HeifImage {
    get_width(): number;
    get_height(): number;
    /** Calls back with the pixels as red, green, blue and opacity; with null where they cannot be unpacked. */
    display(target: HeifPixels, done: (pixels: HeifPixels | null) => void): void;
    free(): void;
  }
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
