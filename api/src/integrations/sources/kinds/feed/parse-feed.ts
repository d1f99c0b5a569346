import {
  DamagedXml,
  ExcessiveXml,
  readXml,
  type Attributes,
} from '../../../../extraction/xml/xml-reader.ts';
import { SourceError } from '../../source-error.ts';
import { escapeHtml } from '../../../../extraction/html/escape-html.ts';
import { ELSEWHERE, ENTRIES, FEED_XML, FIELDS, ROOTS, type TextField } from './feed-elements.ts';
import type { Feed, FeedEntry } from './feed-entry.ts';
import { textOfHtmlTitle } from './html-title.ts';

const ENTRIES_MAX = 20_000;
const DEPTH_MAX = 1000;
const VALUES_MAX = 100;
/** Contents that are no text, such as pictures. */
const BYTES = /^(?:image|audio|video|application)\/(?!xhtml|xml)/i;
/** Elements of HTML that have no end. */
const VOID = new Set('area br col embed hr img input link meta source track wbr'.split(' '));

/** A field whose text is being read. Elements inside it are written as HTML. */
interface Capture {
  field: TextField;
  depth: number;
  pieces: string[];
  /** Text that is to be shown as it is, not as HTML. */
  isPlain: boolean;
  /** A title that is HTML, as those of RSS often are. */
  isHtmlTitle: boolean;
  /** Inside elements, whose texts are no HTML yet. */
  isMarkup: boolean;
  /** Whether its text is an address of the entry as well. */
  isLink: boolean;
}

/**
 * Reads RSS 0.9 to 2.0 and Atom as they come. Entities are not expanded but those of XML.
 * @throws {SourceError} `invalid_response` with where the XML is broken, or that it is no feed.
 */
export function parseFeed(source: Uint8Array | string, address: string): Feed {
  const reader = new FeedReader(address);
  try {
    readXml(source, reader, FEED_XML);
  } catch (error) {
    if (error instanceof ExcessiveXml) throw new SourceError('too_large', { cause: error });
    if (!(error instanceof DamagedXml)) throw error;
    throw new SourceError('invalid_response', {
      message: `The feed is not well-formed XML: ${error.message}`,
      cause: error,
    });
  }
  if (!reader.isFeed) throw notAFeed();
  return reader.feed;
}

export const notAFeed = () =>
  new SourceError('invalid_response', {
    message: 'The address does not lead to a feed of RSS or Atom.',
  });

class FeedReader {
  readonly feed: Feed = { title: '', authors: [], links: [], entries: [] };
  isFeed = false;
  readonly #bases: string[];
  #depth = 0;
  #entry: { entry: FeedEntry; depth: number } | undefined;
  #elsewhere: number | undefined;
  #capture: Capture | undefined;

  constructor(address: string) {
    this.#bases = [address];
  }

  readonly open = (name: string, attributes: Attributes): void => {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new SourceError('invalid_response');
    const above = this.#bases.at(-1) ?? '';
    const own = attributes['xml:base'] ?? '';
    const base = own !== '' && URL.canParse(own, above) ? new URL(own, above).href : above;
    this.#bases.push(base);
    if (this.#depth === 1) {
      if (!ROOTS.has(name)) throw notAFeed();
      this.isFeed = true;
    }
    if (this.#capture !== undefined) {
      this.#writeTag(this.#capture, name, attributes);
      return;
    }
    if (this.#elsewhere !== undefined) return;
    if (ELSEWHERE.has(name)) this.#elsewhere = this.#depth;
    else if (ENTRIES.has(name) && this.#entry === undefined) this.#begin(attributes, base);
    else this.#field(name, attributes, base);
  };

  readonly text = (text: string): void => {
    const capture = this.#capture;
    if (capture !== undefined)
      capture.pieces.push(capture.isMarkup && !capture.isPlain ? escapeHtml(text) : text);
  };

  readonly close = (name: string): void => {
    const capture = this.#capture;
    if (capture !== undefined && capture.depth === this.#depth) {
      this.#capture = undefined;
      this.#end(capture);
    } else if (capture !== undefined) {
      if (!capture.isPlain && !VOID.has(localName(name)))
        capture.pieces.push(`</${localName(name)}>`);
    }
    if (this.#elsewhere === this.#depth) this.#elsewhere = undefined;
    if (this.#entry?.depth === this.#depth) this.#entry = undefined;
    this.#depth -= 1;
    this.#bases.pop();
  };

  #begin(attributes: Attributes, base: string): void {
    if (this.feed.entries.length === ENTRIES_MAX) throw new SourceError('too_many_objects');
    const entry: FeedEntry = {
      id: attributes['rdf:about'] ?? '',
      title: '',
      authors: [],
      categories: [],
      published: '',
      updated: '',
      links: [],
      content: '',
      summary: '',
      base,
    };
    this.feed.entries.push(entry);
    this.#entry = { entry, depth: this.#depth };
  }

  #field(name: string, attributes: Attributes, base: string): void {
    const target = this.#entry?.entry ?? this.feed;
    if (name === 'atom:link') {
      const { href = '', rel = 'alternate' } = attributes;
      if (target.links.length < VALUES_MAX) target.links.push({ href, rel, base });
      return;
    }
    if (name === 'atom:category' && this.#entry !== undefined) {
      push(this.#entry.entry.categories, attributes['label'] ?? attributes['term'] ?? '');
      return;
    }
    const field = FIELDS[name];
    if (field === undefined || BYTES.test(attributes['type'] ?? '')) return;
    if (name === 'atom:content' && attributes['src'] !== undefined)
      target.links.push({ href: attributes['src'], rel: 'alternate', base });
    if (field === 'content' && this.#entry !== undefined) this.#entry.entry.base = base;
    const type = attributes['type'] ?? (name.startsWith('atom:') ? 'text' : 'html');
    const isHtml = field === 'content' || field === 'summary';
    this.#capture = {
      field,
      depth: this.#depth,
      pieces: [],
      isPlain: !isHtml,
      isHtmlTitle: field === 'title' && type.includes('html') && !type.includes('xhtml'),
      isMarkup: isHtml && (type === 'text' || type === 'text/plain' || type.includes('xhtml')),
      isLink: name === ':guid' && attributes['isPermaLink'] !== 'false',
    };
  }

  #writeTag(capture: Capture, name: string, attributes: Attributes): void {
    if (capture.isPlain) return;
    capture.isMarkup = true;
    const written = Object.entries(attributes)
      .filter(([attribute]) => !attribute.includes(':') && !attribute.startsWith('xmlns'))
      .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`);
    capture.pieces.push(`<${localName(name)}${written.join('')}>`);
  }

  #end({ field, pieces, isLink, isHtmlTitle }: Capture): void {
    const written = pieces.join('').trim();
    const text = isHtmlTitle ? textOfHtmlTitle(written) : written;
    const base = this.#bases.at(-1) ?? '';
    if (this.#entry === undefined) {
      if (field === 'title') this.feed.title ||= text;
      if (field === 'author') push(this.feed.authors, text);
      return;
    }
    const { entry } = this.#entry;
    if (field === 'author') push(entry.authors, text);
    else if (field === 'category') push(entry.categories, text);
    else if (field === 'link') entry.links.push({ href: text, rel: 'alternate', base });
    else if (field === 'id') {
      entry.id = text;
      if (isLink) entry.links.push({ href: text, rel: 'permalink', base });
    } else entry[field] ||= text;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function push(values: string[], text: string): void {
  if (text !== '' && values.length < VALUES_MAX && !values.includes(text)) values.push(text);
}
