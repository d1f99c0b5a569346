import type { Registry, RouteAccess } from '@carrel/shared/contract';

const SIGN_IN_PATH = '/login';

/** Whether a route pattern such as `/datasets/:datasetId?/documents` covers a path. */
function covers(pattern: string, pathname: string): boolean {
  const source = pattern
    .split('/')
    .slice(1)
    .map((part) => {
      if (!part.startsWith(':')) return `/${RegExp.escape(part)}`;
      return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    })
    .join('');
  return new RegExp(`^${source}/?$`).test(pathname);
}

function findRoute(
  registry: Registry,
  pathname: string,
): { remote: string; access: RouteAccess } | undefined {
  for (const [remote, { routes }] of Object.entries(registry.remotes)) {
    const route = routes.find(({ path }) => covers(path, pathname));
    if (route !== undefined) return { remote, access: route.access };
  }
  return undefined;
}

/**
 * The remote whose screen will stand first: that of the path, unless a guard will lead elsewhere. A
 * wrong guess costs a fetch, no more.
 */
export function firstRemote(
  registry: Registry,
  pathname: string,
  mayBeSignedIn: boolean,
): string | undefined {
  const route = findRoute(registry, pathname);
  if (route?.access === 'public') return route.remote;
  if (mayBeSignedIn) return route?.access === 'guest' ? undefined : route?.remote;
  if (route?.access === 'guest') return route.remote;
  return findRoute(registry, SIGN_IN_PATH)?.remote;
}
