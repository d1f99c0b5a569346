import { parse, type DefaultTreeAdapterTypes } from 'parse5';

import { SourceError } from '../../source-error.ts';
import { webAddress } from './feed-entry.ts';

const CHARACTERS_MAX = 500_000;
const TYPES = /^application\/(?:rss|atom|rdf)\+xml$/i;

/** Whether a text is a web page. */
export const isPage = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,10000}?-->\s*)*(?:<!doctype\s+html|<html[\s>])/i.test(
    text.slice(0, 20_000),
  );

/** What is wrong with a page, and which feed it names. */
export function failureOfPage(text: string, address: string): SourceError {
  const feed = findNamedFeed(text.slice(0, CHARACTERS_MAX), address);
  return new SourceError('invalid_response', {
    message:
      feed === undefined
        ? 'The address leads to a web page, not to a feed.'
        : `The address leads to a web page, not to a feed. The page names the feed ${feed}`,
  });
}

function findNamedFeed(text: string, address: string): string | undefined {
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = parse(text).childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('attrs' in node)) continue;
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    const isFeed = rel.includes('alternate') && TYPES.test(attributes.get('type') ?? '');
    const found = isFeed ? webAddress(attributes.get('href') ?? '', address) : undefined;
    if (node.tagName === 'link' && found !== undefined) return found;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child !== undefined) waiting.push(child);
    }
  }
  return undefined;
}
