import * as v from 'valibot';

import type { RemoteRelease } from '../registry/registry.ts';
import { decodeSegment, routeParameters } from './route-pattern.ts';

export const screenReadSchema = v.object({
  /**
   * Path of a call under the API's origin, as `apiPaths` gives it. `:name` stands for a parameter of the
   * screen's address, of its path or of its query, alone between two slashes or as a query's value.
   */
  path: v.pipe(v.string(), v.startsWith('api/', 'A read is a path of the API.')),
  /** Whether the call names the selected organization. */
  inOrganization: v.boolean(),
});

/** Name of the `<meta>` element by which a page says, as JSON, what is to be asked for at once. */
export const EARLY_READS_META = 'carrel-reads';

/** Something that a screen reads as soon as it stands, and that can be asked for before its code is here. */
export type ScreenRead = v.InferOutput<typeof screenReadSchema>;

type Routes = Readonly<Record<string, Pick<RemoteRelease, 'routes'>>>;

/** A read with the parameters of an address in it; undefined where one of its path is missing. */
function fillIn(read: ScreenRead, given: Readonly<Record<string, string>>): ScreenRead | undefined {
  const fill = (text: string) => (text.startsWith(':') ? (given[text.slice(1)] ?? '') : text);
  const [path = '', query = ''] = read.path.split('?');
  const segments = path.split('/').map((segment) => fill(decodeSegment(segment)));
  if (segments.includes('')) return undefined;
  const parameters = new URLSearchParams(
    [...new URLSearchParams(query)]
      .map(([name, value]): [string, string] => [name, fill(value)])
      .filter(([, value]) => value !== ''),
  );
  const filled = segments.map((segment) => encodeURIComponent(segment)).join('/');
  return { ...read, path: parameters.size === 0 ? filled : `${filled}?${parameters.toString()}` };
}

/** What the remotes' screen at an address reads first, as its release says; nothing where none stands there. */
export function screenReads(releases: Routes, address: URL): ScreenRead[] {
  const routes = Object.values(releases).flatMap((release) => release.routes);
  for (const { path, reads = [] } of routes) {
    const parameters = routeParameters(path, address.pathname);
    if (parameters === undefined) continue;
    const given = { ...Object.fromEntries(address.searchParams), ...parameters };
    return reads.map((read) => fillIn(read, given)).filter((read) => read !== undefined);
  }
  return [];
}
