const MAC_NAMES: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const OTHER_NAMES: Record<string, string> = { Mod: 'Ctrl' };

/** Returns whether this machine has a Command key. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns the keys of a shortcut such as `Mod+B` by their names on this machine's keyboard. */
export function keyNamesOf(keys: string): string[] {
  const names = isMac() ? MAC_NAMES : OTHER_NAMES;
  return keys.split('+').map((key) => names[key] ?? key);
}

/** Returns them as one text: "Ctrl B", or "⌘B" on a Mac. */
export function keyTextOf(keys: string): string {
  return keyNamesOf(keys).join(isMac() ? '' : ' ');
}
