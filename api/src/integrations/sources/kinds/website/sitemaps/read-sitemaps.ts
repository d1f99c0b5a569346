import { SourceError } from '../../../source-error.ts';
import { keyOf } from '../addresses.ts';
import { addWaiting, cut, type CrawlState } from '../crawl/crawl-state.ts';
import { isWanted, type Crawler } from '../crawl/crawler.ts';
import { parseSitemap } from './parse-sitemap.ts';

/** Sitemaps of one site, and characters of their addresses. */
const SITEMAPS_MAX = 1000;
const ADDRESS_MAX = 500;
/** Bytes of a sitemap as it is sent. */
const BYTES_MAX = 64 * 1024 * 1024;
/** After so long, what is known is stored. */
const STEP_MILLISECONDS = 20_000;

/** Puts the sitemaps of a site into its state: the one that was entered, those of robots.txt, or the usual one. */
export function findSitemaps(crawler: Crawler, state: CrawlState): void {
  const { site, rules } = crawler;
  if (isSitemapAddress(site.startAddress)) {
    addSitemap(crawler, state, site.urlOf(site.startAddress).href);
    return;
  }
  for (const sitemap of rules.sitemaps)
    if (URL.canParse(sitemap, site.start.origin))
      addSitemap(crawler, state, new URL(sitemap, site.start.origin).href);
  if (state.sitemaps.length > 0) return;
  addSitemap(crawler, state, site.urlOf('/sitemap.xml').href);
}

export const isSitemapAddress = (address: string) =>
  /\.(?:xml|xml\.gz|txt|gz)$/i.test(address.split('?', 1)[0] ?? '');

function addSitemap({ site }: Crawler, state: CrawlState, href: string): void {
  const address = site.addressOf(href);
  // Those of other hosts are not asked for.
  if (address === undefined) return;
  if (state.sitemapsFound >= SITEMAPS_MAX || address.length > ADDRESS_MAX) {
    cut(state, 'sitemaps');
  } else if (state.seen.add(`sitemap ${address}`)) {
    state.sitemapsFound += 1;
    state.sitemaps.push(address);
  }
}

/** Reads sitemaps until none is left, or for a while. @throws {SourceError} */
export async function readSitemaps(crawler: Crawler, state: CrawlState): Promise<void> {
  const until = performance.now() + STEP_MILLISECONDS;
  while (state.sitemaps.length > 0 && performance.now() < until) {
    const address = state.sitemaps.shift() ?? '';
    const isFirst = state.sitemapsFound === 1;
    try {
      await readSitemap(crawler, state, address);
    } catch (error) {
      const isOfSitemap = error instanceof SourceError && error.isOfObject;
      if (!isOfSitemap || isFirst) throw error;
      cut(state, 'sitemaps');
    }
  }
  // They are taken from the end.
  if (state.sitemaps.length === 0) state.current.reverse();
}

async function readSitemap(crawler: Crawler, state: CrawlState, address: string): Promise<void> {
  const { site, gate, headers, place, context } = crawler;
  const free = await gate.enter();
  try {
    const response = await context.http.request(site.urlOf(address), {
      headers,
      bytesMax: BYTES_MAX,
    });
    const isWhole = await parseSitemap(
      response.body(),
      ({ isSitemap, address: href, modified }) => {
        if (isSitemap) {
          addSitemap(crawler, state, href);
          return true;
        }
        const found = site.addressOf(href);
        if (found === undefined || !isWanted(crawler, found)) return true;
        if (state.current.length >= place.pages_max && !state.seen.has(keyOf(found))) {
          cut(state, 'pages');
          return false;
        }
        addWaiting(state, 'current', keyOf(found), { address: found, modified });
        return true;
      },
    );
    response.discard();
    if (isWhole) return;
    if (state.cuts.includes('pages')) state.sitemaps = [];
    else cut(state, 'sitemaps');
  } finally {
    free();
  }
}
