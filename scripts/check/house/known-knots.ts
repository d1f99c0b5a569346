/** Groups of siblings that import each other, by their folder. The list only shrinks: untie one, and take it out. */
export const KNOWN_KNOTS: Record<string, string[][]> = {
  'mf-auth/src': [['account-recovery', 'later', 'second-step', 'sign-in']],
  'mf-datasets/src': [
    [
      'archives',
      'datasets',
      'document',
      'documents',
      'drift',
      'failed',
      'files',
      'find',
      'folder',
      'live',
      'progress',
      'uploads',
    ],
  ],
  'mf-organizations/src': [
    ['activity', 'members', 'organizations', 'provisioning', 'search-log', 'sign-in'],
  ],
  scripts: [['release', 'run']],
  'shared/src/api': [['client', 'session', 'uploads']],
  'shell/src': [
    [
      'app.tsx',
      'commands',
      'dashboard',
      'navigation',
      'organizations',
      'overrides',
      'preloading',
      'remotes',
      'session',
      'shortcuts',
      'sidebar',
      'signed-in.tsx',
      'start',
      'telemetry',
    ],
  ],
};

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
