import type { RemoteRelease } from '../registry/registry.ts';
import type { ScreenRead } from '../registry/screen-read.ts';
import { decodeSegment, routeParameters } from '../registry/route-pattern.ts';

/** Name of the `<meta>` element that lists, as JSON, what a page reads at once. */
export const EARLY_READS_META = 'carrel-reads';

type Routes = Readonly<Record<string, Pick<RemoteRelease, 'routes'>>>;

/** Returns a read with the parameters of an address; undefined where one of its path is missing. */
function fillIn(
  read: ScreenRead,
  values: Readonly<Record<string, string>>,
): ScreenRead | undefined {
  const fill = (text: string) => (text.startsWith(':') ? (values[text.slice(1)] ?? '') : text);
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

/** Returns what the screen at an address reads first, by its release; nothing where there is no screen. */
export function screenReads(releases: Routes, address: URL): ScreenRead[] {
  const routes = Object.values(releases).flatMap((release) => release.routes);
  for (const { path, reads = [] } of routes) {
    const parameters = routeParameters(path, address.pathname);
    if (parameters === undefined) continue;
    const values = { ...Object.fromEntries(address.searchParams), ...parameters };
    return reads.map((read) => fillIn(read, values)).filter((read) => read !== undefined);
  }
  return [];
}
