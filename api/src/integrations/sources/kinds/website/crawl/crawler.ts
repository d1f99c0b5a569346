import type { PlaceOf } from '@carrel/shared/contract/sources';

import { bothOf, directivesOf } from '../../../../../extraction/web-pages/directives.ts';
import type { WebPage } from '../../../../../extraction/web-pages/web-page.ts';
import type { ListRequest, ListedObject, ListedPage, SourceContext } from '../../../source-kind.ts';
import { SourceError } from '../../../source-error.ts';
import { keyOf, otherNameOf, type Site } from '../addresses.ts';
import { fetchPage, fileOf, type Fetched, type FetchedPage, type Fetching } from '../fetch-page.ts';
import type { Gate } from '../gate.ts';
import { objectOfFile, objectOfPage, conditionsOf } from './listed-objects.ts';
import { softErrorOf } from '../soft-errors.ts';
import { endingOf, FILE_ENDINGS, pathOf, SKIPPED_ENDINGS } from '../page-path.ts';
import type { RobotsRules } from '../robots/robots-rules.ts';
import {
  addWaiting,
  cut,
  takeWaiting,
  waitAgain,
  type CrawlState,
  type Waiting,
} from './crawl-state.ts';

/** A page of the list ends with so many objects, bytes or requests, or after so long: then it is stored. */
const OBJECTS_OF_PAGE = 100;
const BYTES_OF_PAGE = 8 * 1024 * 1024;
const REQUESTS_OF_PAGE = 300;
const PAGE_MILLISECONDS = 20_000;
/** Pages that are asked for or read: a site gets two requests at once, while workers read what it has sent. */
const VISITS_AT_ONCE = 6;
/** Requests for each page that is listed, beyond which a site has too much that is none. */
const REQUESTS_SHARE = 4;
const REQUESTS_MIN = 1000;
/** Pages that fail one after the other, after which the run fails. */
const FAILURES_MAX = 5;
/** Codes of one address that is not there. */
const MISSING = new Set(['not_found', 'invalid_response', 'redirected', 'too_large']);
/** Codes of an address that is not for us; a site that signs us out says it of every page. */
const REFUSED = new Set(['forbidden', 'sign_in']);

export interface Crawler {
  site: Site;
  rules: RobotsRules;
  gate: Gate;
  headers: Readonly<Record<string, string>>;
  place: PlaceOf<'website'>;
  context: SourceContext;
}

interface Step {
  crawler: Crawler;
  state: CrawlState;
  request: ListRequest;
  fetching: Fetching;
  objects: ListedObject[];
  bytes: number;
  requests: number;
  failures: number;
  known: ReadonlyMap<string, string>;
}

/** Whether an address may be asked for. */
export const isWanted = ({ site, rules }: Crawler, address: string): boolean =>
  site.isWithin(address) && rules.allows(address) && !SKIPPED_ENDINGS.has(endingOf(address));

/** Reads pages until a page of the list is full, and changes `state`. */
export async function crawlPage(
  crawler: Crawler,
  state: CrawlState,
  request: ListRequest,
): Promise<ListedPage> {
  const step: Step = {
    crawler,
    state,
    request,
    fetching: { ...crawler, http: crawler.context.http },
    objects: [],
    bytes: 0,
    requests: 0,
    failures: 0,
    known: await knownOf(crawler, state, request),
  };
  const until = performance.now() + PAGE_MILLISECONDS;
  const isFull = (running: number) =>
    step.objects.length + running >= OBJECTS_OF_PAGE ||
    step.bytes >= BYTES_OF_PAGE ||
    step.requests >= REQUESTS_OF_PAGE ||
    performance.now() > until;
  const running = new Set<Promise<void>>();
  try {
    while (!crawler.context.signal.aborted) {
      while (running.size < VISITS_AT_ONCE && !isFull(running.size) && hasRoom(step, running)) {
        const waiting = takeWaiting(state, running.size === 0);
        if (waiting === undefined) break;
        const visiting: Promise<void> = visit(step, waiting).finally(() =>
          running.delete(visiting),
        );
        running.add(visiting);
      }
      if (running.size === 0) break;
      await Promise.race(running);
    }
  } finally {
    await Promise.allSettled(running);
  }
  if (crawler.context.signal.aborted) throw new SourceError('server');
  return { objects: step.objects };
}

/** Whether another address may be asked for. Where none may, what waits is dropped, and the list says so. */
function hasRoom({ state, crawler }: Step, running: ReadonlySet<unknown>): boolean {
  const { pages_max: most } = crawler.place;
  const asked = Math.max(REQUESTS_MIN, most * REQUESTS_SHARE);
  if (state.listed + running.size < most && state.fetched < asked) return true;
  if (running.size > 0 || state.current.length + state.following.length === 0) return false;
  cut(state, state.listed >= most ? 'pages' : 'requests');
  state.current = [];
  state.following = [];
  state.characters = 0;
  return false;
}

/** Pages of sitemaps are asked for only if they have changed. The links of others are needed in any case. */
async function knownOf({ place }: Crawler, state: CrawlState, { known }: ListRequest) {
  if (place.mode !== 'sitemap' || known === undefined) return new Map<string, string>();
  const next = state.current.slice(-OBJECTS_OF_PAGE).map(({ address }) => keyOf(address));
  return next.length === 0 ? new Map<string, string>() : known(next);
}

async function visit(step: Step, waiting: Waiting): Promise<void> {
  const { crawler, state } = step;
  const { address } = waiting;
  const ending = endingOf(address);
  const isLeaf = crawler.place.mode === 'sitemap' || FILE_ENDINGS.has(ending);
  const path = pathOf(keyOf(address), FILE_ENDINGS.has(ending) ? ending : undefined);
  if (isLeaf && crawler.context.isLeftOut(path)) return;
  state.fetched += 1;
  step.requests += 1;
  try {
    const token = step.known.get(keyOf(address));
    const fetched = await fetchPage(step.fetching, address, conditionsOf(token));
    await take(step, waiting, fetched, token);
    step.failures = 0;
  } catch (error) {
    if (!(error instanceof SourceError) || isStart(step, address)) throw error;
    if (crawler.context.signal.aborted) throw error;
    await fail(step, waiting, error);
  }
}

const isStart = ({ crawler }: Step, address: string) =>
  crawler.place.mode === 'crawl' && address === crawler.site.startAddress;

/** What of the site is not there is not listed. What may be there another time makes the list incomplete. */
async function fail(step: Step, waiting: Waiting, error: SourceError): Promise<void> {
  const { state, request, crawler } = step;
  const { address } = waiting;
  if (error.code === 'not_found') askByOtherName(step, waiting);
  if (MISSING.has(error.code)) return;
  const isSignedOut = error.code === 'sign_in' && crawler.context.secret !== undefined;
  if (isSignedOut || error.code === 'rate_limited') throw error;
  if (REFUSED.has(error.code)) {
    const key = keyOf(address);
    const known = await request.known?.([key]);
    if (known === undefined || known.has(key)) cut(state, 'refused');
    return;
  }
  step.failures += 1;
  if (step.failures >= FAILURES_MAX) throw error;
  cut(state, 'failed');
}

/** Links name the page of a folder in two ways, of which the first was asked for. */
function askByOtherName({ crawler, state }: Step, waiting: Waiting): void {
  const address = otherNameOf(waiting.address);
  if (address === undefined || waiting.isOtherName === true || !isWanted(crawler, address)) return;
  waitAgain(state, { ...waiting, address, isOtherName: true });
}

async function take(
  step: Step,
  waiting: Waiting,
  fetched: Fetched,
  token: string | undefined,
): Promise<void> {
  const { crawler, state } = step;
  if (fetched.kind === 'other') return;
  if (fetched.kind === 'moved') return takeMoved(step, waiting, fetched.address);
  if (fetched.kind === 'page') {
    const read = await crawler.context.readWebPage(fetched.input);
    if (read.kind === 'page') await takePage(step, waiting, { fetched, page: read.page, token });
    if (read.kind !== 'unreadable') return;
    // Its links are not known.
    if (crawler.place.mode === 'crawl') cut(state, 'failed');
    return takeFile(step, waiting, { fetched: fileOf(fetched, fetched.input.bytes), token });
  }
  takeFile(step, waiting, { fetched, token });
}

async function takePage(
  step: Step,
  waiting: Waiting,
  { fetched, page, token }: { fetched: FetchedPage; page: WebPage; token: string | undefined },
): Promise<void> {
  const { crawler, state } = step;
  const soft = softErrorOf(page);
  if (soft !== undefined) throw new SourceError(soft);
  const headers = directivesOf(tagsOf(fetched.headers));
  const { noindex, nofollow } = bothOf(headers, page.directives);
  if (!nofollow) follow(step, page.links);
  if (noindex || leadsElsewhere(step, waiting, page) || page.textLength === 0) return;
  const known = await tokenOf(step, waiting, token);
  add(step, objectOfPage(page, { fetched, waiting, crawler, state, token: known }));
}

function takeFile(
  step: Step,
  waiting: Waiting,
  {
    fetched,
    token,
  }: {
    fetched: Extract<Fetched, { kind: 'file' | 'unchanged' }>;
    token: string | undefined;
  },
): void {
  const { crawler, state } = step;
  if (directivesOf(tagsOf(fetched.headers)).noindex) return;
  if (fetched.kind === 'file') add(step, objectOfFile(fetched, { crawler, state, waiting }));
  else if (token !== undefined) {
    const key = keyOf(waiting.address);
    const path = pathOf(key);
    state.paths.add(path);
    add(step, { key, path, token, url: crawler.site.urlOf(waiting.address).href });
  }
}

/** The token that a page had keeps its validators, which only conditional requests need. */
const tokenOf = async (step: Step, { address }: Waiting, token: string | undefined) =>
  token ?? (step.crawler.place.mode === 'sitemap' ? step.known.get(keyOf(address)) : undefined);

function takeMoved(step: Step, waiting: Waiting, address: string | undefined): void {
  const { crawler, state } = step;
  const isInside = address !== undefined && isWanted(crawler, address);
  if (isInside) addWaiting(state, 'current', keyOf(address), { ...waiting, address });
  else if (isStart(step, waiting.address))
    throw new SourceError('redirected', {
      message: 'The address leads to another place. Enter that one if you trust it.',
    });
}

function follow({ crawler, state }: Step, links: readonly string[]): void {
  if (crawler.place.mode === 'sitemap') return;
  for (const link of links) {
    const address = crawler.site.addressOf(link);
    if (address === undefined) continue;
    const key = keyOf(address);
    if (!state.seen.has(key) && isWanted(crawler, address))
      addWaiting(state, 'following', key, { address });
  }
}

/**
 * Whether a page is a copy of another one, which is listed instead. Sites name their front page by mistake as
 * what every page is a copy of.
 */
function leadsElsewhere({ crawler, state }: Step, waiting: Waiting, page: WebPage): boolean {
  const { site } = crawler;
  const canonical = page.canonical === undefined ? undefined : site.addressOf(page.canonical);
  if (canonical === undefined || waiting.isCanonical === true) return false;
  if (keyOf(canonical) === keyOf(waiting.address) || !isWanted(crawler, canonical)) return false;
  const [own, other] = [waiting.address, canonical].map(
    (address) => keyOf(address).split('?', 1)[0],
  );
  const isFront = other === '/' || other === keyOf(site.startAddress).split('?', 1)[0];
  if (isFront && own !== other) return false;
  addWaiting(state, 'current', keyOf(canonical), {
    ...waiting,
    address: canonical,
    isCanonical: true,
  });
  return true;
}

function add(step: Step, object: ListedObject): void {
  if (step.crawler.context.isLeftOut(object.path)) return;
  step.objects.push(object);
  step.bytes += object.content?.length ?? 0;
  step.state.listed += 1;
}

function tagsOf(headers: Record<string, unknown>): string[] {
  const tag = headers['x-robots-tag'];
  return Array.isArray(tag) ? tag.map(String) : typeof tag === 'string' ? [tag] : [];
}
