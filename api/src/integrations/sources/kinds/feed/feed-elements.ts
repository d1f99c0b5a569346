import type { XmlDialect } from '../../../../extraction/xml/xml-reader.ts';

const ATOM = 'atom';

/** How elements are named, by their namespaces. RSS has none, or that of a version. */
const PREFIXES: Readonly<Record<string, string>> = {
  '': '',
  'http://purl.org/rss/1.0/': '',
  'http://my.netscape.com/rdf/simple/0.9/': '',
  'http://channel.netscape.com/rdf/simple/0.9/': '',
  'http://backend.userland.com/rss2': '',
  'http://www.w3.org/2005/Atom': ATOM,
  'http://purl.org/atom/ns#': ATOM,
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.w3.org/1999/xhtml': 'xhtml',
};
const OTHER = 'other';

export const FEED_XML: XmlDialect = {
  prefixOf: (namespace) => PREFIXES[namespace] ?? OTHER,
  isTolerant: false,
};

export type TextField =
  | 'id'
  | 'title'
  | 'author'
  | 'category'
  | 'published'
  | 'updated'
  | 'link'
  | 'content'
  | 'summary';

/** What the elements of an entry, or of a feed, mean. */
export const FIELDS: Readonly<Record<string, TextField>> = {
  ':guid': 'id',
  ':title': 'title',
  ':link': 'link',
  ':author': 'author',
  ':category': 'category',
  ':pubDate': 'published',
  ':description': 'summary',
  'content:encoded': 'content',
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'category',
  'dc:date': 'published',
  'dc:identifier': 'id',
  'dcterms:created': 'published',
  'dcterms:modified': 'updated',
  'xhtml:body': 'content',
  'atom:id': 'id',
  'atom:title': 'title',
  'atom:name': 'author',
  'atom:published': 'published',
  'atom:issued': 'published',
  'atom:updated': 'updated',
  'atom:modified': 'updated',
  'atom:summary': 'summary',
  'atom:content': 'content',
};

export const ENTRIES: ReadonlySet<string> = new Set([':item', 'atom:entry']);
export const ROOTS: ReadonlySet<string> = new Set([':rss', ':RDF', 'rdf:RDF', 'atom:feed']);
/** Elements inside which fields are of something else, such as the feed that an entry was taken from. */
export const ELSEWHERE: ReadonlySet<string> = new Set([
  'atom:source',
  'atom:contributor',
  ':image',
  ':textinput',
  ':textInput',
]);
