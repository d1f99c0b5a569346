import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { consoleRoutes } from '@carrel/shared/paths';
import { listRemotes } from '../publish/list-remotes.ts';

/** The longest name, which is also a label in the sidebar. */
const LONGEST = 40;

/** What the server answers itself, and folders of the console. */
const SERVER_PATHS = new Set([
  'api',
  'assets',
  'mcp',
  'metrics',
  'dev',
  'healthz',
  'readyz',
  'oauth',
  'remotes',
  'retrieval',
  'scim',
  'shell',
  'v1',
]);

const segmentOf = (route: string) => route.split('/')[1] ?? '';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The names of a new remote, in each form that its files need. */
export interface RemoteNames {
  /** Of its path and its folders in `src`: `sales-reports`. */
  name: string;
  /** Of its package and its folder: `mf-sales-reports`. */
  remote: string;
  /** Of its component: `SalesReports`. */
  component: string;
  /** Of its screen: `Sales reports`. */
  label: string;
}

/** Returns the names of a remote that is called by a word. Throws a sentence about a word that is none. */
export function namesOf(word: string | undefined): RemoteNames {
  if (word === undefined || word === '') throw new Error('Name the new remote, such as "hello".');
  const name = word.replace(/^mf-/, '');
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new Error(
      `A remote cannot be named "${word}": small letters, digits and single dashes, from a letter on.`,
    );
  }
  if (name.length > LONGEST) {
    throw new Error(`A remote's name has at most ${LONGEST} characters, not ${name.length}.`);
  }
  const words = name.split('-');
  return {
    name,
    remote: `mf-${name}`,
    component: words.map(capital).join(''),
    label: capital(words.join(' ')),
  };
}

/** Throws where the console has something of a name already: a screen, a path of the server. */
export function refuseReserved({ name }: RemoteNames): void {
  if (SERVER_PATHS.has(name)) {
    throw new Error(`A remote cannot be named "${name}": the server has the path /${name}.`);
  }
  if (Object.values(consoleRoutes).map(segmentOf).includes(name)) {
    throw new Error(`A remote cannot be named "${name}": the console has the path /${name}.`);
  }
}

/** Throws where a repository has a remote of a name already, or one with its path. */
export function refuseTaken(root: string, { name, remote }: RemoteNames): void {
  if (existsSync(path.join(root, remote))) throw new Error(`There is a folder ${remote} already.`);
  for (const other of listRemotes(root)) {
    const build = readFileSync(path.join(root, other, 'rspack.config.ts'), 'utf8');
    if (new RegExp(`path: ['"\`]/${name}['"\`/]`).test(build)) {
      throw new Error(`A remote cannot be named "${name}": ${other} has the path /${name}.`);
    }
  }
}

/** Returns a port for the development server of a new remote: one above those of the others. */
export function nextPort(root: string): number {
  const ports = listRemotes(root).map((name) => {
    const build = readFileSync(path.join(root, name, 'rspack.config.ts'), 'utf8');
    return Number(/devPort: (\d+)/.exec(build)?.[1] ?? 0);
  });
  return Math.max(3000, ...ports) + 1;
}
