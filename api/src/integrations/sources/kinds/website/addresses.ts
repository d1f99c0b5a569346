import { SourceError } from '../../source-error.ts';

/** Characters of an address that is followed, without its host. */
export const ADDRESS_MAX = 1000;
/** Times that the same segment may be in a path: more are links that are relative by mistake, and never end. */
const SEGMENT_REPEATS_MAX = 3;
const SEGMENTS_MAX = 40;
const PARAMETERS_MAX = 12;

/** Parameters that say where a visitor comes from. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|yclid|_ga|_gl)$/i;
/** Of a visit, not of a page. */
const SESSION = /^(?:phpsessid|jsessionid|aspsessionid\w*)$/i;

/** Which addresses belong to a source, and how each is written once. */
export interface Site {
  /** What the person entered. */
  start: URL;
  /** Path and query of the start. */
  startAddress: string;
  /** Whether a path is the start's or below it. */
  isWithin: (address: string) => boolean;
  /**
   * Path and query of an address of this host, written the one way that is used; undefined for one of another
   * host, or that no page has.
   */
  addressOf: (href: string) => string | undefined;
  urlOf(address: string): URL;
  /** Where the host has moved to https, it is asked there from now on. */
  moveTo(url: URL): void;
}

/** @throws {SourceError} */
export function createSite(text: string, { isSitemap = false } = {}): Site {
  if (!URL.canParse(text)) throw new SourceError('invalid_response');
  const start = new URL(text);
  const startAddress = writtenOnce(start);
  let { origin } = start;
  const prefix = prefixOf(startAddress, isSitemap);
  return {
    start,
    startAddress,
    isWithin: (address) => {
      const path = address.split('?', 1)[0] ?? '';
      return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
    },
    addressOf: (href) => {
      if (!URL.canParse(href)) return undefined;
      const url = new URL(href);
      if (!isSameHost(start, url) || hasTrap(url)) return undefined;
      const address = writtenOnce(url);
      return address.length > ADDRESS_MAX ? undefined : address;
    },
    urlOf: (address) => new URL(address, origin),
    moveTo: (url) => {
      if (url.protocol === 'https:' && isSameHost(start, url)) origin = url.origin;
    },
  };
}

/** Both protocols on their own port are one site: a certificate is added to it sooner or later. */
const isSameHost = (start: URL, url: URL) =>
  url.hostname === start.hostname &&
  (url.port === start.port || (url.port === '' && start.port === '')) &&
  (url.protocol === 'http:' || url.protocol === 'https:');

/** The folder of a start that is a file, else the start itself. */
function prefixOf(address: string, isSitemap: boolean): string {
  const path = address.split('?', 1)[0] ?? '/';
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last === '') return path === '/' ? '/' : path.slice(0, -1);
  const isFile = isSitemap || /\.(?:html?|xhtml|php|aspx?|jsp|cgi|xml|gz|txt)$/i.test(last);
  const folder = path.slice(0, path.lastIndexOf('/'));
  return isFile ? folder || '/' : path;
}

function writtenOnce(url: URL): string {
  const path = normalized(url.pathname)
    .replace(/;jsessionid=[^/;]*/i, '')
    .replace(/\/{2,}/g, '/');
  if (url.search === '') return path;
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isDropped(pair.split('=', 1)[0] ?? ''))
    .map(normalized);
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

const isDropped = (name: string) => TRACKING.test(name) || SESSION.test(name);

/** Percent-encoding is upper case, and only where it is needed (RFC 3986, 6.2.2). */
const normalized = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (code, digits: string) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase();
  });

/** Whether an address looks like one of endlessly many. */
function hasTrap(url: URL): boolean {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > SEGMENTS_MAX || url.searchParams.size > PARAMETERS_MAX) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return [...counts.values()].some((count) => count > SEGMENT_REPEATS_MAX);
}

/** The page of a folder, by its name. */
const INDEX = /\/index\.x?html?$/i;

/** What names a page: with a slash at its end, without, or as the index of its folder, it is the same. */
export function keyOf(address: string): string {
  const at = address.indexOf('?');
  const path = (at < 0 ? address : address.slice(0, at)).replace(INDEX, '/');
  const query = at < 0 ? '' : address.slice(at);
  return (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path) + query;
}

/** Returns the other name of a folder's page: `/docs/` for `/docs/index.html`, and the reverse; undefined for other pages. */
export function otherNameOf(address: string): string | undefined {
  const at = address.indexOf('?');
  const [path, query] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
  if (path.endsWith('/')) return `${path}index.html${query}`;
  return INDEX.test(path) ? path.replace(INDEX, '/') + query : undefined;
}
