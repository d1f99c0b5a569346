const RANGE = /^(\^|~|>=|)(\d+)\.(\d+)\.(\d+)$/;

/**
 * Returns whether a version is in a range: `1.2.3`, `^1.2.3`, `~1.2.3`, `>=1.2.3` or `*`. Anything else,
 * such as a pre-release, is in no range: what is not understood is not run.
 */
export function satisfiesRange(version: string, range: string): boolean {
  if (range === '*') return true;
  const [, , ...given] = RANGE.exec(version) ?? [];
  const [, sign, ...least] = RANGE.exec(range) ?? [];
  if (given.length < 3 || least.length < 3 || /^\D/.test(version)) return false;
  const difference = given.map((part, place) => Number(part) - Number(least[place]));
  const first = difference.findIndex((part) => part !== 0);
  if (first === -1) return true;
  // How many parts may not differ: under `^` all up to the first that is not zero.
  const leading = least.findIndex((part) => Number(part) !== 0);
  const fixed = { '': 3, '~': 2, '>=': 0, '^': leading === -1 ? 3 : leading + 1 }[sign ?? ''] ?? 3;
  return first >= fixed && (difference[first] ?? 0) > 0;
}
