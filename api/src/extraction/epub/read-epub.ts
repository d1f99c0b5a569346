import { oneLine } from '../blocks/block-writer.ts';
import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { readHtml } from '../html/read-html.ts';
import { decodeText } from '../kinds/text-encoding.ts';
import { parseOdf } from '../opendocument/odf-xml.ts';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { FaultyPackage, PackageParts } from '../zip/package-parts.ts';

/** Fonts are disguised, which is no encryption of the text. */
const FONT = /\.(?:otf|ttf|woff2?|ttc)$/i;
const PAGE = /\.x?html?$/i;
const KEYS = {
  title: 'title',
  author: 'creator',
  language: 'language',
  subject: 'subject',
  description: 'description',
  created: 'date',
} as const;

/** Reads a book: its chapters in their order, without its navigation. @throws {FaultyPackage} */
export function readEpub(bytes: Uint8Array): Partitioned {
  const parts = new PackageParts(bytes);
  const names = new Map(parts.names.map((name) => [name.toLowerCase(), name]));
  const read = (name: string) => {
    const part = parts.read(names.get(name.toLowerCase()) ?? '');
    return part === undefined ? undefined : decodeText(part);
  };
  refuseEncrypted(read('META-INF/encryption.xml'));
  const packagePath = packageOf(read('META-INF/container.xml'), parts.names);
  const root = parseOdf(read(packagePath) ?? '');
  const chapters = chaptersOf(root, packagePath) ?? parts.names.filter((name) => PAGE.test(name));
  if (chapters.length === 0) throw new FaultyPackage('damaged');
  const blocks: Block[] = [];
  const omitted = new Omissions();
  for (const chapter of chapters) {
    const html = read(chapter);
    if (html === undefined) omitted.add('missing_chapter');
    else for (const block of readHtml(html, omitted)) blocks.push(block);
  }
  return {
    blocks,
    properties: propertiesOf(root),
    omitted: omitted.list(),
  };
}

function refuseEncrypted(xml: string | undefined): void {
  const paths = [...(xml ?? '').matchAll(/CipherReference\s+URI\s*=\s*["']([^"']*)/g)];
  if (paths.some(([, path = '']) => PAGE.test(path) && !FONT.test(path))) {
    throw new FaultyPackage('encrypted');
  }
}

function packageOf(container: string | undefined, names: readonly string[]): string {
  const found = /full-path\s*=\s*["']([^"']+)/.exec(container ?? '')?.[1];
  const path = found === undefined ? undefined : decoded(found);
  const known = names.some((name) => name.toLowerCase() === path?.toLowerCase());
  return (known ? path : names.find((name) => /\.opf$/i.test(name))) ?? '';
}

/** Names may have any prefix, and most have none. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);
const named = (node: XmlElement | undefined, name: string) =>
  elementsOf(node).filter((child) => local(child.name) === name);

/** Returns the paths of the spine; undefined where there is none. */
function chaptersOf(root: XmlElement | undefined, packagePath: string): string[] | undefined {
  const items = new Map(
    named(named(root, 'manifest')[0], 'item').map(({ attributes }) => [
      attributes['id'],
      attributes,
    ]),
  );
  const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
  const paths = named(named(root, 'spine')[0], 'itemref').flatMap(({ attributes }) => {
    const item = items.get(attributes['idref']);
    const href = item?.['href'];
    if (href === undefined || /\bnav\b/.test(item?.['properties'] ?? '')) return [];
    return [resolved(folder, decoded(href.replace(/[#?].*$/, '')))];
  });
  return paths.length === 0 ? undefined : [...new Set(paths)];
}

function resolved(folder: string, path: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function propertiesOf(root: XmlElement | undefined): [string, unknown][] {
  const [metadata] = named(root, 'metadata');
  // Books of the first version have a group of their own for these.
  const group = childOf(metadata, 'dc-metadata') ?? metadata;
  return Object.entries(KEYS).map(([key, name]) => {
    const values = named(group, name).map((node) => oneLine(textOf(node)));
    return [key, values.length === 0 ? undefined : values.join(', ')];
  });
}
