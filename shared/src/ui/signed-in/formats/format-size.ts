const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/**
 * Returns a size in bytes as text with base 1024: `1.5 KB` with one decimal (the navigator), `1.50 KB` with two (the
 * upload page, where nothing is `0 Bytes`). A missing size is `N/A`.
 */
export function formatSize(
  bytes: number | null | undefined,
  { decimals }: { decimals: number },
): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes) || bytes < 0) return 'N/A';
  if (bytes === 0 && decimals === 2) return '0 Bytes';
  let size = bytes;
  let unit = 0;
  // Rounded before comparing, so that 1023.99 KB does not read "1024.0 KB".
  while (Number(size.toFixed(decimals)) >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${size.toFixed(decimals)} ${UNITS[unit] ?? ''}`;
}
