import type { Block } from '../blocks/block.ts';
import { drawingLines } from '../ooxml/drawing-text.ts';
import type { OoxmlPackage, Relationship } from '../ooxml/ooxml-package.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** Returns the names of those who wrote comments, by the id that comments have. */
export function commentAuthors(
  pkg: OoxmlPackage,
  relationships: readonly Relationship[],
): Map<string, string> {
  const parts = relationships.filter(({ type }) => type === 'commentAuthors' || type === 'authors');
  return new Map(
    parts
      .flatMap(({ target }) => elementsOf(pkg.treeOf(target)))
      .map(({ attributes }) => [attributes['id'] ?? '', oneLine(attributes['name'] ?? '')]),
  );
}

/** Returns the comments on a slide and their replies, with who wrote them. */
export function commentBlocks(
  pkg: OoxmlPackage,
  relationships: readonly Relationship[],
  authors: ReadonlyMap<string, string>,
): Block[] {
  return relationships
    .filter(({ type }) => type === 'comments')
    .flatMap(({ target }) => elementsOf(pkg.treeOf(target)))
    .flatMap((comment) => [comment].concat(descendantsOf(comment, 'p188:reply')))
    .flatMap((comment): Block[] => {
      const author = authors.get(comment.attributes['authorId'] ?? '') ?? '';
      const text = commentText(comment);
      if (text === '') return [];
      return [
        { kind: 'paragraph', text: `Comment${author === '' ? '' : ` by ${author}`}: ${text}` },
      ];
    });
}

function commentText(comment: XmlElement): string {
  const body = childOf(comment, 'p188:txBody');
  return oneLine(
    body === undefined ? textOf(childOf(comment, 'p:text')) : drawingLines(body).join(' '),
  );
}
