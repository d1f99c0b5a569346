/** The part of tesseract's compiled API that is used. It has no types of its own. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface TessBaseApi {
    /** Returns 0, or -1 for languages that cannot be loaded. */
    Init(dataPath: null, languages: string, engineMode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads the file `/input`; returns 1 where it is no image. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    /** A line for each block, paragraph, line and word. */
    GetTSVText(page: number): string;
    /** Frees the image and its results. */
    Clear(): void;
  }
  export interface TesseractModule {
    FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
    TessBaseAPI: new () => TessBaseApi;
  }
  const start: (options?: object) => Promise<TesseractModule>;
  export default start;
}
