const MAC_NAMES: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const OTHER_NAMES: Record<string, string> = { Mod: 'Ctrl' };

/** Returns whether this machine has a Command key. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns the keys of one alternative, such as `Mod+B`, by their names on this machine's keyboard. */
export function keyNamesOf(keys: string): string[] {
  const names = isMac() ? MAC_NAMES : OTHER_NAMES;
  return keys.split('+').map((key) => names[key] ?? key);
}

/** Returns the alternatives of a shortcut: `Mod+1 Alt+1` has two. */
export const alternativesOf = (keys: string): string[] => keys.split(' ');

/** Returns the first alternative as one text: "Ctrl B", or "⌘B" on a Mac. */
export function keyTextOf(keys: string): string {
  const [first = ''] = alternativesOf(keys);
  return keyNamesOf(first).join(isMac() ? '' : ' ');
}
