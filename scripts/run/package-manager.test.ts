import { expect, test } from 'vitest';

import { packageManagers } from './package-manager.ts';

const chain = (...commands: string[]) => {
  const all = commands.map((command, index) => ({
    pid: index === 0 ? process.ppid : 1000 + index,
    parent: 1001 + index,
    command,
  }));
  return packageManagers((pid) => all.find((one) => one.pid === pid));
};
const count = (...commands: string[]) => chain(...commands).length;

test('a start belongs to the package managers above it, and to what is between', () => {
  expect(
    count(
      'sh -c node scripts/run/start.ts',
      'pnpm start',
      'sh -c pnpm start',
      'npm exec pnpm@12 start',
      '-bash',
    ),
  ).toBe(4);
  expect(count('sh -c carrel start', '/usr/bin/node /usr/bin/npx ./carrel-1.1.0.tgz start')).toBe(
    2,
  );
  expect(count('node --max-old-space-size=100 /opt/pnpm/bin/pnpm.cjs start')).toBe(1);
});

test('a start does not belong to the shell of a person, a script or another program', () => {
  expect(chain('-bash')).toEqual([]);
  expect(chain('bash -c npx pnpm start &', 'init')).toEqual([]);
  expect(count('pnpm start', 'bash -c pnpm start & sleep 5')).toBe(1);
  expect(chain('node server.js', 'pnpm start')).toEqual([]);
});
