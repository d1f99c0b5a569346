import { browserLabel } from '@carrel/shared/contract';

/** In this order: Android also calls itself Linux, and an iPhone says that it is like Mac OS X. */
const SYSTEMS = [
  ['iPhone', /iPhone/u],
  ['iPad', /iPad/u],
  ['Android', /Android/u],
  ['ChromeOS', /CrOS/u],
  ['Windows', /Windows/u],
  ['Mac', /Mac OS X|Macintosh/u],
  ['Linux', /Linux|X11/u],
] as const;

/** Returns a name for a passkey that is made in a browser, such as "Chrome on Linux". */
export function suggestedPasskeyName(userAgent: string): string {
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = browserLabel(userAgent);
  const known = browser.startsWith('Unknown') ? [] : [browser];
  return [...known, ...(system === undefined ? [] : [system])].join(' on ') || 'Passkey';
}
