import { claimSame, covers } from './route-pattern.ts';
import type { RemoteRelease } from './registry.ts';

/** What a release declares of itself. */
export type Declared = Pick<RemoteRelease, 'routes' | 'sidebar' | 'commands'>;

export interface ResolvedRemotes<T> {
  /** The remotes with what the console shows of them. */
  remotes: Record<string, T>;
  /** A line for each declaration that is left out, and why. */
  problems: string[];
}

/** Paths that are not for remotes: the shell's own screens, and what the server serves besides the page. */
const SHELL_PATHS = ['/', '/dashboard'];
const SERVER_FOLDERS = new Set(
  'api remotes shell oauth scim mcp v1 retrieval .well-known healthz readyz metrics dev'.split(' '),
);

function ownerOf(path: string, taken: readonly { remote: string; path: string }[]): string {
  if (SHELL_PATHS.some((own) => covers(path, own))) return 'the shell';
  if (SERVER_FOLDERS.has(path.split('/')[1] ?? '')) return 'the server';
  return taken.find((other) => claimSame(path, other.path))?.remote ?? '';
}

/** Returns the path of an entry's address. */
export const pathOf = (to: string) => to.split('?')[0] ?? to;

/**
 * Returns remotes with the routes and entries that count, the oldest remote first: a route that an earlier
 * remote, the shell or the server has is left out, and so is an entry that leads to no route of its own
 * remote, or whose id an earlier command has.
 */
export function resolveRemotes<T extends Declared>(
  all: Readonly<Record<string, T>>,
): ResolvedRemotes<T> {
  const problems: string[] = [];
  const taken: { remote: string; path: string }[] = [];
  const ids = new Map<string, string>();
  const remotes = Object.entries(all).map(([remote, release]) => {
    const say = (place: string, what: string) => problems.push(`${remote}.${place}: ${what}`);
    const routes = release.routes.filter(({ path }) => {
      const owner = ownerOf(path, taken);
      if (owner !== '') say('routes', `${path} is left out: ${owner} has it already.`);
      return owner === '';
    });
    taken.push(...routes.map(({ path }) => ({ remote, path })));
    const isOwn = (place: string, { to, label }: { to: string; label: string }) => {
      const found = routes.some(({ path }) => covers(path, pathOf(to)));
      if (!found) say(place, `"${label}" is left out: ${to} is no screen of ${remote}.`);
      return found;
    };
    const sidebar = release.sidebar?.filter((entry) => isOwn('sidebar', entry));
    const commands = release.commands?.filter((entry) => {
      const before = ids.get(entry.id);
      if (before !== undefined) {
        say('commands', `"${entry.label}" is left out: ${before} has a command ${entry.id}.`);
        return false;
      }
      ids.set(entry.id, remote);
      return isOwn('commands', entry);
    });
    const resolved = {
      ...release,
      routes,
      ...(sidebar && { sidebar }),
      ...(commands && { commands }),
    };
    return [remote, resolved] as const;
  });
  return { remotes: Object.fromEntries(remotes), problems };
}
