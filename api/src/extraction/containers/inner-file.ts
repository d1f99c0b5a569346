import type { ZipWriter } from '@zip.js/zip.js';

/** Files of one container that become documents. */
export const INSIDE_MAX = 1000;

/** A file inside of a container. */
export interface InnerFile {
  /** As the container calls it. */
  name: string;
  /** Bytes once it is unpacked. */
  size: number;
  /** Adds its bytes to a zip. */
  addTo: (zip: ZipWriter<unknown>, path: string) => Promise<unknown>;
}

/** A file that becomes no document, with the reason in a sentence. */
export interface RefusedFile {
  name: string;
  reason: string;
}

/** What is inside of a container. */
export interface InnerFiles {
  files: InnerFile[];
  refused: RefusedFile[];
}

/** Returns a file whose bytes are in memory. */
export function fileOf(name: string, bytes: Uint8Array): InnerFile {
  return {
    name,
    size: bytes.length,
    addTo: (zip, path) => zip.add(path, new Blob([Uint8Array.from(bytes)]).stream()),
  };
}
