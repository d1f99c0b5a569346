export const ONLY_ZIP = 'Only ZIP files are accepted';

/** Returns whether a file may be uploaded: by its name, as its type differs between systems. */
export function isZip(file: File): boolean {
  return file.name.toLowerCase().endsWith('.zip');
}
