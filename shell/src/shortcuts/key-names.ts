const MAC_NAMES: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const OTHER_NAMES: Record<string, string> = { Mod: 'Ctrl' };

/** Whether this machine has a Command key. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys of a shortcut such as `Mod+B` as this machine's keyboard names them. */
export function keyNamesOf(keys: string): string[] {
  const names = isMac() ? MAC_NAMES : OTHER_NAMES;
  return keys.split('+').map((key) => names[key] ?? key);
}

/** The same as one text: "Ctrl B", or "⌘B" on a Mac. */
export function keyTextOf(keys: string): string {
  return keyNamesOf(keys).join(isMac() ? '' : ' ');
}
