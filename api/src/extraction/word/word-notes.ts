import type { Block } from '../blocks/block.ts';
import type { OoxmlPackage, Relationship } from '../ooxml/ooxml-package.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { childOf, childrenOf, elementsOf, valueOf, type XmlElement } from '../xml/xml-tree.ts';
import { FieldStack } from './field-stack.ts';
import { numberText } from '../ooxml/number-text.ts';
import type { NoteReader, WordContext } from './word-context.ts';

type Kind = 'footnote' | 'endnote';

interface NotePart {
  relationships: readonly Relationship[];
  notes: Map<string, XmlElement>;
}

/** The footnotes, endnotes and comments of a document: each is read where the text first refers to it. */
export class WordNotes implements NoteReader {
  readonly #parts: Record<Kind | 'comment', NotePart>;
  readonly #formats: Record<Kind, string>;
  readonly #counts: Record<Kind, number> = { footnote: 0, endnote: 0 };

  constructor(
    pkg: OoxmlPackage,
    relationships: readonly Relationship[],
    settings: XmlElement | undefined,
  ) {
    const part = (type: string): NotePart =>
      partOf(pkg, relationships.find((each) => each.type === type)?.target);
    this.#parts = {
      footnote: part('footnotes'),
      endnote: part('endnotes'),
      comment: part('comments'),
    };
    const format = (kind: Kind) => valueOf(childOf(settings, `w:${kind}Pr`), 'w:numFmt');
    this.#formats = {
      footnote: format('footnote') ?? 'decimal',
      endnote: format('endnote') ?? 'lowerRoman',
    };
  }

  /** Returns the paragraphs of a note, the first of which begins with its mark. */
  note(
    context: WordContext,
    kind: Kind,
    id: string | undefined,
    ownMark: string | undefined,
  ): Block[] {
    const mark = ownMark ?? numberText((this.#counts[kind] += 1), this.#formats[kind]);
    const blocks = this.#take(context, kind, id)?.blocks ?? [];
    const [first, ...others] = blocks;
    if (first === undefined) return [];
    if (first.kind !== 'paragraph') return [{ kind: 'paragraph', text: `[${mark}]` }, ...blocks];
    return [{ kind: 'paragraph', text: `[${mark}] ${first.text}` }, ...others];
  }

  /** Returns a comment with who wrote it. */
  comment(context: WordContext, id: string | undefined): Block[] {
    const taken = this.#take(context, 'comment', id);
    const text = oneLine((taken?.blocks ?? []).map((block) => block.text).join(' '));
    if (taken === undefined || text === '') return [];
    const author = oneLine(taken.note.attributes['author'] ?? '');
    return [{ kind: 'paragraph', text: `Comment${author === '' ? '' : ` by ${author}`}: ${text}` }];
  }

  /** Returns the comments that no text refers to. */
  otherComments(context: WordContext): Block[] {
    return [...this.#parts.comment.notes.keys()].flatMap((id) => this.comment(context, id));
  }

  #take(
    context: WordContext,
    kind: Kind | 'comment',
    id: string | undefined,
  ): { note: XmlElement; blocks: Block[] } | undefined {
    const { notes, relationships } = this.#parts[kind];
    const note = notes.get(id ?? '');
    if (note === undefined) return undefined;
    notes.delete(id ?? '');
    const inner = {
      ...context,
      relationships,
      fields: new FieldStack(),
      isHeader: true,
      deferred: undefined,
    };
    return { note, blocks: context.blocksOf(elementsOf(note), inner) };
  }
}

function partOf(pkg: OoxmlPackage, path: string | undefined): NotePart {
  const notes = new Map<string, XmlElement>();
  const tree = path === undefined ? undefined : pkg.treeOf(path);
  for (const name of ['w:footnote', 'w:endnote', 'w:comment']) {
    for (const note of childrenOf(tree, name)) {
      const isSeparator = /separator|notice/i.test(note.attributes['type'] ?? '');
      if (!isSeparator) notes.set(note.attributes['id'] ?? '', note);
    }
  }
  return {
    relationships: path === undefined || notes.size === 0 ? [] : pkg.relationshipsOf(path),
    notes,
  };
}
