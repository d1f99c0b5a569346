import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

import * as v from 'valibot';

import { SourceError } from '../../../source-error.ts';
import { AddressSet } from './address-set.ts';

/** Addresses that wait, at most, and their characters. What is beyond is dropped, and the list says so. */
export const FRONTIER_MAX = 100_000;
const FRONTIER_CHARACTERS_MAX = 12_000_000;
/** Of a cursor, for the addresses that wait; what was seen has the rest of 8 MiB. */
const PACKED_CHARACTERS_MAX = 4_800_000;
const UNPACKED_BYTES_MAX = FRONTIER_CHARACTERS_MAX * 2;
/** Links that are followed one after the other from the start. */
export const DEPTH_MAX = 30;

/** An address that waits. */
export interface Waiting {
  address: string;
  /** When a sitemap says that it changed. */
  modified?: string | undefined;
  /** Whether another page named it as what it is a copy of, so that its own such name is not followed. */
  isCanonical?: boolean | undefined;
  /** Whether it is another name of a page that was not there by the first. */
  isOtherName?: boolean | undefined;
}

/** How far a list of a site has come: what waits, and what was seen. A cursor is this, packed. */
export interface CrawlState {
  /** Sitemaps that are still to be read; empty when pages are read. */
  sitemaps: string[];
  sitemapsFound: number;
  /** Pages of this depth, the last one first, then those of the next. */
  current: Waiting[];
  following: Waiting[];
  /** Of the addresses that wait. */
  characters: number;
  depth: number;
  /** Keys of addresses that were taken up, paths that were given, and sitemaps. */
  seen: AddressSet;
  paths: AddressSet;
  listed: number;
  fetched: number;
  /** Why not everything is listed; empty where it is. */
  cuts: string[];
}

const headSchema = v.object({
  sitemaps: v.array(v.string()),
  sitemapsFound: v.number(),
  depth: v.number(),
  listed: v.number(),
  fetched: v.number(),
  cuts: v.array(v.string()),
  seen: v.string(),
  paths: v.string(),
  waiting: v.string(),
});

export const newState = (): CrawlState => ({
  sitemaps: [],
  sitemapsFound: 0,
  current: [],
  following: [],
  characters: 0,
  depth: 0,
  seen: new AddressSet(),
  paths: new AddressSet(),
  listed: 0,
  fetched: 0,
  cuts: [],
});

/** Adds an address to what waits, once, unless there is no room. */
export function addWaiting(
  state: CrawlState,
  queue: 'current' | 'following',
  key: string,
  waiting: Waiting,
): void {
  if (state.seen.has(key)) return;
  if (queue === 'following' && state.depth + 1 > DEPTH_MAX) cut(state, 'depth');
  else if (isFull(state)) cut(state, 'addresses');
  else {
    state.seen.add(key);
    state[queue].push(waiting);
    state.characters += waiting.address.length;
  }
}

/** Adds another address of a page that was taken up, to be asked for next. */
export function waitAgain(state: CrawlState, waiting: Waiting): void {
  state.current.push(waiting);
  state.characters += waiting.address.length;
}

const isFull = ({ current, following, characters }: CrawlState) =>
  current.length + following.length >= FRONTIER_MAX || characters >= FRONTIER_CHARACTERS_MAX;

/** Returns the next address; that of the next depth only where nothing of this one is at work. */
export function takeWaiting(state: CrawlState, isIdle: boolean): Waiting | undefined {
  if (state.current.length === 0 && isIdle && state.following.length > 0) {
    state.current = state.following.toReversed();
    state.following = [];
    state.depth += 1;
  }
  const waiting = state.current.pop();
  if (waiting !== undefined) state.characters -= waiting.address.length;
  return waiting;
}

/** Remembers why the list is not complete. */
export function cut(state: CrawlState, reason: string): void {
  if (!state.cuts.includes(reason)) state.cuts.push(reason);
}

export function packState(state: CrawlState): string {
  let waiting = packWaiting(state);
  while (waiting.length > PACKED_CHARACTERS_MAX) {
    const longest = state.following.length > 0 ? state.following : state.current;
    longest.length = Math.floor(longest.length / 2);
    cut(state, 'addresses');
    waiting = packWaiting(state);
  }
  const { sitemaps, sitemapsFound, depth, listed, fetched, cuts } = state;
  const [seen, paths] = [state.seen.toString(), state.paths.toString()];
  return JSON.stringify({
    sitemaps,
    sitemapsFound,
    depth,
    listed,
    fetched,
    cuts,
    seen,
    paths,
    waiting,
  });
}

/** @throws {SourceError} for a cursor that no list has returned. */
export function unpackState(cursor: string): CrawlState {
  try {
    const { seen, paths, waiting, ...head } = v.parse(headSchema, JSON.parse(cursor));
    const text = inflateRawSync(Buffer.from(waiting, 'base64'), {
      maxOutputLength: UNPACKED_BYTES_MAX,
    }).toString('utf8');
    const [current = [], following = []] = text.split('\f').map(unpackWaiting);
    return {
      ...head,
      current,
      following,
      characters: [...current, ...following].reduce((sum, { address }) => sum + address.length, 0),
      seen: new AddressSet(seen),
      paths: new AddressSet(paths),
    };
  } catch (error) {
    throw new SourceError('server', { cause: error });
  }
}

function packWaiting({ current, following }: CrawlState): string {
  const text = [current, following].map((queue) => queue.map(lineOf).join('\n')).join('\f');
  return deflateRawSync(text, { level: constants.Z_BEST_SPEED }).toString('base64');
}

/** Addresses have neither spaces nor lines in them. */
function lineOf({ address, modified = '', isCanonical, isOtherName }: Waiting): string {
  const marks = (isCanonical === true ? '!' : '') + (isOtherName === true ? '~' : '');
  return `${address} ${modified.replace(/\s/g, '')} ${marks}`.trimEnd();
}

const unpackWaiting = (text: string): Waiting[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const [address = '', modified, marks = ''] = line.split(' ');
        return {
          address,
          modified: modified === undefined || modified === '' ? undefined : modified,
          isCanonical: marks.includes('!') ? true : undefined,
          isOtherName: marks.includes('~') ? true : undefined,
        };
      });
