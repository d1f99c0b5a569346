import { expect, test } from 'vitest';

import { declarationOf } from './remote-declaration.ts';

const routes = [{ path: '/reports', access: 'organization' as const, title: 'Reports' }];
const link = { to: '/reports', label: 'Reports', icon: 'flag' as const };
const sidebar = [link];

test('a declaration is in the release as it was written', () => {
  expect(declarationOf({ name: 'mf-reports', routes, sidebar })).toEqual({
    routes,
    sidebar,
    commands: [],
  });
});

test('an entry of another remote, and one that is not valid, fail the build', () => {
  const elsewhere = [{ ...link, to: '/datasets' }];
  expect(() => declarationOf({ name: 'mf-reports', routes, sidebar: elsewhere })).toThrow(
    'mf-reports.sidebar: "Reports" is left out: /datasets is no screen of mf-reports.',
  );
  const long = [{ ...link, label: 'x'.repeat(255) }];
  expect(() => declarationOf({ name: 'mf-reports', routes, sidebar: long })).toThrow(
    'mf-reports.sidebar.0.label: A text here has at most 60 characters.',
  );
});
