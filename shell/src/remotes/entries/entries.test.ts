import { expect, test } from 'vitest';

import { ownRegistry, registryWithReports } from '../../testing/registries.ts';
import { declaredCommands } from './declared-commands.ts';
import { sidebarGroups } from './sidebar-groups.ts';
import type { Viewer } from './visible-entries.ts';

const owner: Viewer = { isMember: true, organizationId: '7', roleName: 'Owner' };
const alone: Viewer = { isMember: false, organizationId: null, roleName: undefined };

const linksOf = (...args: Parameters<typeof sidebarGroups>) =>
  sidebarGroups(...args).map(({ title, links }) => [title].concat(links.map(({ label }) => label)));

const activity = (viewer: Viewer) =>
  declaredCommands(ownRegistry, [], viewer).find(({ label }) => label === 'Activity')?.to;

test('links are in groups and in their order, those of the dashboard first', () => {
  expect(linksOf(registryWithReports(), [], owner)).toEqual([
    ['Database', 'Workspaces', 'Datasets', 'Search'],
    ['Insight', 'Reports'],
  ]);
  const first = [{ to: '/reports', label: 'Reports', icon: 'flag', order: 15 }];
  expect(linksOf(registryWithReports({ sidebar: first }), [], owner)).toEqual([
    ['Database', 'Workspaces', 'Reports', 'Datasets', 'Search'],
  ]);
});

test('links are hidden from those who may not open the screen, or who have another role', () => {
  expect(linksOf(registryWithReports(), [], alone)).toEqual([['Database']]);
  const sidebar = [
    { to: '/reports', label: 'Reports', icon: 'flag', roles: ['Owner' as const] },
    { to: '/reports/mine', label: 'Mine', icon: 'flag', roles: ['Viewer' as const] },
  ];
  expect(linksOf(registryWithReports({ sidebar }), [], owner)[0]).toContain('Reports');
  expect(linksOf(registryWithReports({ sidebar }), [], owner)[0]).not.toContain('Mine');
});

test('guests have the links and commands of the screens that are open to them, and those for everybody', () => {
  const guest: Viewer = { isMember: true, organizationId: '7', roleName: 'Guest' };
  expect(linksOf(registryWithReports(), [], guest)).toEqual([['Database', 'Workspaces']]);
  expect(linksOf({ remotes: {} }, ['mf-workspaces'], guest)).toEqual([['Database', 'Workspaces']]);
  const goTo = declaredCommands(registryWithReports(), [], guest).map(({ id }) => id);
  expect(goTo).toContain('go-to-workspaces');
  expect(goTo).toContain('settings-passkeys');
  expect(goTo).not.toContain('go-to-datasets');
});

test('a command leads to the selected organization, and is hidden without one', () => {
  expect(activity(owner)).toBe('/organizations/7/settings?view=activity');
  expect(activity(alone)).toBeUndefined();
});

test('a link is a command that opens its screen, and of two with one id the first counts', () => {
  const goTo = declaredCommands(registryWithReports(), [], owner).filter(
    ({ group }) => group === 'Go to',
  );
  expect(goTo.map(({ id }) => id)).toEqual([
    'go-to-workspaces',
    'go-to-datasets',
    'go-to-search',
    'go-to-reports',
  ]);
});

test('a release that was built before entries existed has those that the shell knew', () => {
  const { sidebar: _, commands: __, ...former } = ownRegistry.remotes['remote'] ?? {};
  const remotes = { 'mf-datasets': former } as typeof ownRegistry.remotes;
  expect(linksOf({ remotes }, [], owner)).toEqual([['Database', 'Datasets']]);
  expect(linksOf({ remotes: {} }, ['mf-workspaces'], owner)).toEqual([
    ['Database', 'Workspaces', 'Search'],
  ]);
});
