import type { Block } from '../blocks/block.ts';
import type { OoxmlPackage, Relationship } from '../ooxml/ooxml-package.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { childOf, childrenOf, descendantsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { unescaped } from './cell-text.ts';

interface Comment {
  cell: string;
  author: string;
  text: string;
}

/** Returns the notes and threads of comments of a sheet, with who wrote them. */
export function commentBlocks(
  pkg: OoxmlPackage,
  relationships: readonly Relationship[],
  persons: ReadonlyMap<string, string>,
): Block[] {
  const trees = (type: string) =>
    relationships.filter((each) => each.type === type).map(({ target }) => pkg.treeOf(target));
  const threads = trees('threadedComment').flatMap((tree) => threadedComments(tree, persons));
  const threaded = new Set(threads.map(({ cell }) => cell));
  // For older programs, a thread is written as a note as well.
  const notes = trees('comments')
    .flatMap(legacyComments)
    .filter(({ cell }) => !threaded.has(cell));
  return [...notes, ...threads].map(({ cell, author, text }) => ({
    kind: 'paragraph',
    text: `Comment${author === '' ? '' : ` by ${author}`} on ${cell}: ${text}`,
  }));
}

/** Returns names of persons by their id. */
export function personNames(trees: readonly (XmlElement | undefined)[]): Map<string, string> {
  return new Map(
    trees
      .flatMap((tree) => childrenOf(tree, 'tc:person'))
      .map(({ attributes }) => [attributes['id'] ?? '', attributes['displayName'] ?? '']),
  );
}

function threadedComments(
  tree: XmlElement | undefined,
  persons: ReadonlyMap<string, string>,
): Comment[] {
  return childrenOf(tree, 'tc:threadedComment')
    .map((comment) => ({
      cell: comment.attributes['ref'] ?? '',
      author: persons.get(comment.attributes['personId'] ?? '') ?? '',
      text: oneLine(textOf(childOf(comment, 'tc:text'))),
    }))
    .filter(({ text }) => text !== '');
}

function legacyComments(tree: XmlElement | undefined): Comment[] {
  const authors = childrenOf(childOf(tree, 'x:authors'), 'x:author').map((author) =>
    oneLine(textOf(author)),
  );
  return childrenOf(childOf(tree, 'x:commentList'), 'x:comment')
    .map((comment) => {
      const author = (authors[Number(comment.attributes['authorId'] ?? 0)] ?? '').replace(
        /^tc=\{.*\}$/,
        '',
      );
      const runs = [
        ...childrenOf(childOf(comment, 'x:text'), 'x:t'),
        ...childrenOf(childOf(comment, 'x:text'), 'x:r'),
      ];
      const said = oneLine(
        unescaped(
          runs
            .map((run) => textOf(run.name === 'x:t' ? run : descendantsOf(run, 'x:t')[0]))
            .join(''),
        ),
      );
      // Excel writes the author's name at the beginning of the note.
      const text =
        author !== '' && said.startsWith(`${author}:`)
          ? said.slice(author.length + 1).trim()
          : said;
      return { cell: comment.attributes['ref'] ?? '', author, text };
    })
    .filter(({ text }) => text !== '');
}
