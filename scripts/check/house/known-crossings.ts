/** Relative imports that leave their package, tests included: "from to", and how many at most. The numbers only fall. */
export const KNOWN_CROSSINGS: Record<string, number> = {
  'cli api': 1,
  'cli client': 2,
  'client api': 2,
  'e2e api': 26,
  'e2e scripts': 11,
  'e2e shared': 4,
  'scripts api': 35,
  'scripts e2e': 4,
  'scripts shared': 15,
};
