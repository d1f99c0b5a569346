const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Returns a size in bytes with base 1024 and at most one decimal: `1.5 GB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1024 && unit < UNITS.length - 1; unit += 1) size /= 1024;
  return `${Number(size.toFixed(1))} ${UNITS[unit]}`;
}

/** Returns a size in bytes in whole GB, or in whole MB where it is less than one GB. */
export function roundSizeText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Math.round(gigabytes)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
