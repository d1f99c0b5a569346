import type { RouteAccess } from '../../contract/public.ts';
import type { RemoteRelease } from '../registry/registry.ts';
import { covers } from '../registry/route-pattern.ts';

type Routes = Readonly<Record<string, Pick<RemoteRelease, 'routes'>>>;

const SIGN_IN_PATH = '/login';

function findRoute(
  releases: Routes,
  pathname: string,
): { remote: string; access: RouteAccess } | undefined {
  for (const [remote, { routes }] of Object.entries(releases)) {
    const route = routes.find(({ path }) => covers(path, pathname));
    if (route !== undefined) return { remote, access: route.access };
  }
  return undefined;
}

/**
 * Returns the remote of the first screen: that of the path, unless a guard redirects. A wrong guess
 * costs no more than a fetch. Undefined where no release of it can run.
 */
export function firstRemote(
  releases: Routes,
  pathname: string,
  mayBeSignedIn: boolean,
): string | undefined {
  const route = findRoute(releases, pathname);
  if (route?.access === 'public') return route.remote;
  if (mayBeSignedIn) return route?.access === 'guest' ? undefined : route?.remote;
  if (route?.access === 'guest') return route.remote;
  return findRoute(releases, SIGN_IN_PATH)?.remote;
}
