/** In this order: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /Edge?\/|EdgA\/|EdgiOS\//u],
  ['Opera', /OPR\/|Opera|OPiOS\//u],
  ['Firefox', /Firefox\/|FxiOS\//u],
  ['Chrome', /Chrome\/|CriOS\/|Chromium\//u],
  ['Safari', /Safari\//u],
] as const;

/** Returns the browser of a user agent; "Unknown" without one, "Unknown Browser" for any other. */
export function browserLabel(userAgent: string | null | undefined): string {
  if (userAgent === null || userAgent === undefined || userAgent === '') return 'Unknown';
  return BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Unknown Browser';
}
