import type { OoxmlPackage } from './ooxml-package.ts';
import { childOf, elementsOf, textOf } from '../xml/xml-tree.ts';

const KEYS: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'cp:keywords': 'keywords',
  'dc:description': 'description',
  'dc:language': 'language',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
};

/** Returns what a package says about itself, by the names of other formats. */
export function coreProperties(pkg: OoxmlPackage): [string, unknown][] {
  const path = pkg.relationshipsOf('').find(({ type }) => type === 'core-properties')?.target;
  const tree = pkg.treeOf(path);
  return elementsOf(tree).flatMap(({ name }): [string, unknown][] => {
    const key = KEYS[name];
    const text = textOf(childOf(tree, name)).trim();
    return key === undefined || text === '' ? [] : [[key, text]];
  });
}
