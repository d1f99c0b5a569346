import { expect, test } from 'vitest';

import { describeRegistryProblems } from './registry.ts';
import type { RemoteRelease } from './registry.ts';
import { declarationProblems, describeConflicts } from './describe-conflicts.ts';
import { resolveRemotes } from './resolve-remotes.ts';

const release = (path: string, more: Partial<RemoteRelease> = {}): RemoteRelease => ({
  version: '1',
  entry: '/remotes/one/1/entry.js',
  chunks: {},
  integrity: {},
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [{ path, access: 'user' }],
  ...more,
});

const link = (to: string, label = 'Link') => ({ to, label, icon: 'star' });
const command = (id: string, to: string) => ({ id, to, label: 'Do', group: 'Create' });

test('what a remote declares for its own screens counts', () => {
  const one = release('/reports/:id?', {
    sidebar: [link('/reports')],
    commands: [command('create-report', '/reports/7?view=all')],
  });
  expect(resolveRemotes({ one })).toEqual({ remotes: { one }, problems: [] });
  expect(describeRegistryProblems({ remotes: { one } })).toEqual([]);
});

test.each([
  ['/reports/:id', '/reports/:other', '/reports/:other is left out: old has it already.'],
  ['/reports/:id?', '/reports', '/reports is left out: old has it already.'],
  ['/reports/all', '/:what/:which', '/:what/:which is left out: old has it already.'],
  ['/reports/:id', '/reports/all', '/reports/all is left out: old has it already.'],
  ['/reports', '/:what', '/:what is left out: the shell has it already.'],
  ['/reports', '/dashboard', '/dashboard is left out: the shell has it already.'],
  ['/reports', '/api/v1/reports', '/api/v1/reports is left out: the server has it already.'],
])('of %s and %s, the older remote keeps its path', (older, newer, problem) => {
  const remotes = { old: release(older), new: release(newer, { sidebar: [link(newer)] }) };
  const resolved = resolveRemotes(remotes);
  expect(resolved.remotes['old']?.routes).toHaveLength(1);
  expect(resolved.remotes['new']).toMatchObject({ routes: [], sidebar: [] });
  expect(resolved.problems[0]).toBe(`new.routes: ${problem}`);
});

test.each([
  ['/datasets/:id?/documents', '/datasets/:id/labels'],
  ['/datasets', '/datasets/:id'],
  ['/organizations/join/:token?', '/organizations/:id?/settings'],
])('%s and %s are no conflict', (older, newer) => {
  expect(resolveRemotes({ old: release(older), new: release(newer) }).problems).toEqual([]);
});

test('an entry that leads to a screen of another remote is left out', () => {
  const remotes = { old: release('/a'), new: release('/b', { sidebar: [link('/a', 'Theirs')] }) };
  const { remotes: resolved, problems } = resolveRemotes(remotes);
  expect(resolved['new']?.sidebar).toEqual([]);
  expect(problems).toEqual(['new.sidebar: "Theirs" is left out: /a is no screen of new.']);
});

test('of two commands with one id, the older counts', () => {
  const remotes = {
    old: release('/a', { commands: [command('same', '/a')] }),
    new: release('/b', { commands: [command('same', '/b')] }),
  };
  expect(resolveRemotes(remotes).problems).toEqual([
    'new.commands: "Do" is left out: old has a command same.',
  ]);
});

test('an icon that does not exist is said, and its entry stays', () => {
  const one = release('/a', { sidebar: [{ ...link('/a'), icon: 'unicorn' }] });
  expect(resolveRemotes({ one })).toEqual({ remotes: { one }, problems: [] });
  expect(declarationProblems({ one })).toEqual([
    'one: "Link" has a neutral icon: there is none named unicorn.',
  ]);
});

test('conflicts of a channel and of the release before are said too', () => {
  const previous = release('/b', { sidebar: [link('/nowhere')] });
  const channel = { name: 'early', share: 5, release: release('/a') };
  const remotes = { one: release('/a'), two: { ...release('/b'), previous, channel } };
  expect(describeConflicts({ remotes })).toEqual([
    'two.routes: /a is left out: one has it already.',
    'two.sidebar: "Link" is left out: /nowhere is no screen of two.',
  ]);
});

const PLAIN = 'A text here is plain: one line, visible, without < and >.';

test.each([
  [
    { sidebar: [link('/a', 'x'.repeat(255))] },
    'sidebar.0.label: A text here has at most 60 characters.',
  ],
  [{ sidebar: [link('/a', '<script>alert(1)</script>')] }, `sidebar.0.label: ${PLAIN}`],
  [{ sidebar: [link('/a', 'two\nlines')] }, `sidebar.0.label: ${PLAIN}`],
  [{ sidebar: [link('/a', '\u202eturned')] }, `sidebar.0.label: ${PLAIN}`],
  [{ sidebar: [link('/a', '\u200b')] }, `sidebar.0.label: ${PLAIN}`],
  [
    { sidebar: Array.from({ length: 1000 }, () => link('/a')) },
    'sidebar: There are at most 20 of these.',
  ],
  [
    { sidebar: [link('javascript:alert(1)')] },
    'sidebar.0.to: A path begins with one slash, and has no spaces or quotes.',
  ],
  [
    { sidebar: [link('//elsewhere')] },
    'sidebar.0.to: A path begins with one slash, and has no spaces or quotes.',
  ],
  [
    { commands: [{ ...command('A', '/a') }] },
    'commands.0.id: A name has small letters, digits and dashes only.',
  ],
  [
    { routes: [{ path: '/*', access: 'user' as const }] },
    'routes.0.path: A route has segments of letters, digits, dots and dashes, or parameters such as :id and :id?.',
  ],
] satisfies [Partial<RemoteRelease>, string][])(
  'bad input is refused with its place: %#',
  (more, line) => {
    expect(describeRegistryProblems({ remotes: { one: release('/a', more) } })).toEqual([
      `remotes.one.${line}`,
    ]);
  },
);
