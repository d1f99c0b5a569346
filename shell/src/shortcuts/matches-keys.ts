import { alternativesOf, isMac } from './key-names.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns whether a key press matches a shortcut such as `Mod+B`, `?` or `Mod+1 Alt+1`. */
export const matchesKeys = (press: Press, keys: string): boolean =>
  alternativesOf(keys).some((alternative) => matches(press, alternative));

function matches(press: Press, keys: string): boolean {
  const parts = keys.split('+');
  const wanted = (parts.pop() ?? '').toLowerCase();
  const mod = parts.includes('Mod');
  const [command, other] = isMac()
    ? [press.metaKey, press.ctrlKey]
    : [press.ctrlKey, press.metaKey];
  if (command !== mod || other || press.altKey !== parts.includes('Alt')) return false;
  // Which other characters need Shift depends on the keyboard.
  if (/^[a-z0-9]$/.test(wanted) && press.shiftKey !== parts.includes('Shift')) return false;
  if (press.key.toLowerCase() === wanted) return true;
  // Option on a Mac, and some keyboards, have other characters on the keys of digits.
  if (/^\d$/.test(wanted) && press.code === `Digit${wanted}`) return true;
  // On a keyboard for another script, the letter has the same physical key.
  return !/^[ -~]$/.test(press.key) && press.code === `Key${wanted.toUpperCase()}`;
}
