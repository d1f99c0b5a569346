import type { Block } from '../blocks/block.ts';
import { isPageLine } from '../blocks/page-line.ts';
import { targetOf } from '../ooxml/graphic-blocks.ts';
import { childrenOf, elementsOf, isOn, type XmlElement } from '../xml/xml-tree.ts';
import { FieldStack } from './field-stack.ts';
import type { WordContext } from './word-context.ts';

/** Returns the headers or footers that pages of a document show, each text once. */
export function headerBlocks(
  context: WordContext,
  kind: 'header' | 'footer',
  settings: XmlElement | undefined,
): Block[] {
  const said = new Set<string>();
  const paths = new Set<string>();
  for (const section of context.sections) {
    for (const reference of childrenOf(section, `w:${kind}Reference`)) {
      const type = reference.attributes['type'];
      if (type === 'first' && isOn(section, 'w:titlePg') !== true) continue;
      if (type === 'even' && isOn(settings, 'w:evenAndOddHeaders') !== true) continue;
      const path = targetOf(context, reference.attributes['r:id']);
      if (path !== undefined) paths.add(path);
    }
  }
  return [...paths].flatMap((path) => {
    const relationships = context.pkg.relationshipsOf(path);
    const part = { ...context, relationships, fields: new FieldStack(), isHeader: true };
    return context.blocksOf(elementsOf(context.pkg.treeOf(path)), part).filter(({ text }) => {
      if (isPageLine(text) || said.has(text)) return false;
      said.add(text);
      return true;
    });
  });
}
