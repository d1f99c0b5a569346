import { isMac } from './key-names.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a press is that of a shortcut such as `Mod+B` or `?`. */
export function matchesKeys(press: Press, keys: string): boolean {
  const parts = keys.split('+');
  const wanted = (parts.pop() ?? '').toLowerCase();
  const mod = parts.includes('Mod');
  const [command, other] = isMac()
    ? [press.metaKey, press.ctrlKey]
    : [press.ctrlKey, press.metaKey];
  if (command !== mod || other || press.altKey !== parts.includes('Alt')) return false;
  // Which signs need Shift is the keyboard's affair.
  if (/^[a-z0-9]$/.test(wanted) && press.shiftKey !== parts.includes('Shift')) return false;
  if (press.key.toLowerCase() === wanted) return true;
  // A keyboard for another script has the letter at the same place.
  return !/^[ -~]$/.test(press.key) && press.code === `Key${wanted.toUpperCase()}`;
}
