/** A link of an entry or of a feed. Its address is as it is written, and `base` is what it is relative to. */
export interface FeedLink {
  href: string;
  rel: string;
  base: string;
}

/** What a feed says of one entry. Texts are plain, its content is HTML. */
export interface FeedEntry {
  id: string;
  title: string;
  authors: string[];
  categories: string[];
  published: string;
  updated: string;
  links: FeedLink[];
  /** The whole text, where it is there. */
  content: string;
  summary: string;
  /** What addresses in its content are relative to. */
  base: string;
}

export interface Feed {
  title: string;
  authors: string[];
  links: FeedLink[];
  entries: FeedEntry[];
}

/** An address of the web without a user name and password, or undefined. */
export function webAddress(href: string, base: string): string | undefined {
  const text = href.trim();
  if (text === '' || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  url.username = '';
  url.password = '';
  return url.href.length <= ADDRESS_MAX ? url.href : undefined;
}

const ADDRESS_MAX = 2000;
