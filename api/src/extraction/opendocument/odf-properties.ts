import { oneLine } from '../blocks/block-writer.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

const KEYS = {
  title: 'dc:title',
  author: 'meta:initial-creator',
  subject: 'dc:subject',
  description: 'dc:description',
  language: 'dc:language',
  created: 'meta:creation-date',
  modified: 'dc:date',
} as const;

/** Returns what the `meta.xml` of a document says. */
export function odfProperties(root: XmlElement | undefined): [string, unknown][] {
  const meta = childOf(root, 'office:meta');
  const text = (name: string) => oneLine(textOf(childOf(meta, name))) || undefined;
  const keywords = childrenOf(meta, 'meta:keyword').map((node) => oneLine(textOf(node)));
  return [
    ...Object.entries(KEYS).map(([key, name]): [string, unknown] => [key, text(name)]),
    ['author', text('meta:initial-creator') ?? text('dc:creator')],
    ['keywords', keywords.length === 0 ? undefined : keywords.join(', ')],
  ];
}
