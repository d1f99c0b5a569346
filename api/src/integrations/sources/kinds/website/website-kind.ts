import type { PlaceOf, SourceSecret } from '@carrel/shared/contract/sources';

import { SourceError } from '../../source-error.ts';
import type {
  ListRequest,
  SourceConnection,
  SourceContext,
  SourceKind,
} from '../../source-kind.ts';
import { createSite, keyOf } from './addresses.ts';
import { crawlPage, isWanted, type Crawler } from './crawl/crawler.ts';
import {
  addWaiting,
  newState,
  packState,
  unpackState,
  type CrawlState,
} from './crawl/crawl-state.ts';
import { incompleteSentence } from './incomplete.ts';
import { createGate } from './gate.ts';
import { readObject } from './read-object.ts';
import { readRobots } from './robots/read-robots.ts';
import { findSitemaps, isSitemapAddress, readSitemaps } from './sitemaps/read-sitemaps.ts';

/** Follows the pages of a website: those that its sitemaps name, or those that links lead to. */
export const websiteKind: SourceKind<'website'> = {
  kind: 'website',
  secretGoesTo: ({ url }) => new URL(url).origin,
  concurrency: 2,
  // Documents name their address.
  tokensAreContents: false,
  open: async (place, context) => {
    const crawler = await openSite(place, context);
    let last: { cursor: string; state: CrawlState } | undefined;
    const list = async (request: ListRequest) => {
      const { cursor } = request;
      const state =
        cursor === undefined
          ? firstState(crawler)
          : last?.cursor === cursor
            ? last.state
            : unpackState(cursor);
      last = undefined;
      if (state.sitemaps.length > 0) await readSitemaps(crawler, state);
      const page =
        state.sitemaps.length > 0 ? { objects: [] } : await crawlPage(crawler, state, request);
      if (state.sitemaps.length + state.current.length + state.following.length === 0)
        return { ...page, incomplete: incompleteSentence(state.cuts) };
      const next = packState(state);
      last = { cursor: next, state };
      return { ...page, next };
    };
    const connection: SourceConnection = {
      list,
      read: (object) => readObject(crawler, object),
    };
    return connection;
  },
};

async function openSite(place: PlaceOf<'website'>, context: SourceContext): Promise<Crawler> {
  const start = URL.canParse(place.url) ? new URL(place.url).pathname : '';
  const site = createSite(place.url, {
    isSitemap: place.mode === 'sitemap' && isSitemapAddress(start),
  });
  const headers = authorizationOf(context.secret);
  const gate = createGate(context.signal);
  const { rules, url } = await readRobots(context.http, site.start.origin, headers);
  if (url !== undefined) site.moveTo(url);
  gate.slowDown(rules.crawlDelaySeconds);
  return { site, rules, gate, headers, place, context };
}

/** @throws {SourceError} where the site does not want to be read at all. */
function firstState(crawler: Crawler): CrawlState {
  const state = newState();
  const { startAddress } = crawler.site;
  if (crawler.place.mode === 'sitemap') {
    findSitemaps(crawler, state);
    if (state.sitemaps.length === 0)
      throw new SourceError('not_found', { message: 'The site names no sitemap on its host.' });
    return state;
  }
  if (!isWanted(crawler, startAddress))
    throw new SourceError('forbidden', {
      message: 'The robots.txt of the site does not allow this address to be read.',
    });
  addWaiting(state, 'current', keyOf(startAddress), { address: startAddress });
  return state;
}

/** All requests go to the host that the secret is for. */
function authorizationOf(secret: SourceSecret | undefined): Record<string, string> {
  const { username = '', password = '' } = secret ?? {};
  if (username === '' && password === '') return {};
  if (username === '') return { Authorization: `Bearer ${password}` };
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  return { Authorization: `Basic ${pair}` };
}
