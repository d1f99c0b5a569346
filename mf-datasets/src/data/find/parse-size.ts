const SIZE = /^\s*(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)\s*$/i;
const UNITS = ['B', 'KB', 'MB', 'GB'];
const STEP = 1024;

/** Returns the bytes of a size such as "500 KB"; undefined for what is none. */
export function parseSize(text: string): number | undefined {
  const [, number = '', unit = ''] = SIZE.exec(text) ?? [];
  if (number === '') return undefined;
  const bytes = Math.round(Number(number) * STEP ** UNITS.indexOf(unit.toUpperCase()));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Returns a size as a person types it, such as "500 KB" or "1.5 MB". */
export function writeSize(bytes: number): string {
  const place = UNITS.findLastIndex((_, unit) => bytes >= STEP ** unit && bytes > 0);
  const unit = Math.max(0, place);
  return `${Number((bytes / STEP ** unit).toFixed(2))} ${UNITS[unit] ?? ''}`;
}
