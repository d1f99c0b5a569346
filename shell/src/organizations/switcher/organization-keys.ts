/** How many organizations have a shortcut with a digit. */
const DIGITS_MAX = 9;

/**
 * Returns the keys that select the organization at a place in the list; undefined beyond the ninth. A browser may keep
 * one of the two for its tabs.
 */
export function organizationKeysAt(place: number): string | undefined {
  return place < DIGITS_MAX ? `Mod+${place + 1} Alt+${place + 1}` : undefined;
}
