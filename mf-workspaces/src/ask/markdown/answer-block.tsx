import { createElement, Fragment, memo } from 'react';
import type { ReactNode } from 'react';

import { Citation } from './citation.tsx';
import type { AnswerBlock as Source, Block, Inline } from './read-answer.ts';

interface AnswerBlockProps extends Source {
  /** How many passages may be cited. */
  passages: number;
}

/** A block of an answer. While an answer arrives, only its last blocks change. */
export const AnswerBlock = memo(
  ({ block }: AnswerBlockProps) => <>{rendered(block, 'auto')}</>,
  (before, after) =>
    before.source === after.source &&
    before.isPlain === after.isPlain &&
    before.passages === after.passages,
);

type Direction = 'auto' | undefined;

/** Blocks of items and quotes have no direction of their own: `auto` skips those that do. */
function rendered(block: Block, dir: Direction): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p dir={dir}>{inlines(block.content)}</p>;
    case 'heading': {
      // The question is a heading of the second level.
      const Heading = block.depth < 3 ? 'h3' : 'h4';
      return <Heading dir={dir}>{inlines(block.content)}</Heading>;
    }
    case 'code':
      return <Code text={block.text} />;
    case 'list': {
      const items = each(block.items, (item) => (
        <li dir="auto">{each(item, (one) => rendered(one, undefined))}</li>
      ));
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case 'quote':
      return (
        <blockquote dir={dir}>{each(block.blocks, (one) => rendered(one, undefined))}</blockquote>
      );
    case 'table':
      return <Table {...block} />;
    default:
      return <hr />;
  }
}

/** What scrolls sideways by itself. It can be focused, so that a keyboard can scroll it. */
const SCROLLING = { role: 'group', tabIndex: 0, 'data-scrolls': true };

function Code({ text }: { text: string }) {
  return (
    <div aria-label="Code" dir="ltr" {...SCROLLING}>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  );
}

function Table({ align, rows }: Extract<Block, { type: 'table' }>) {
  const row = (cells: Inline[][], Cell: 'th' | 'td') => (
    <tr>
      {each(cells, (cell, column) => (
        <Cell dir="auto" style={{ textAlign: align[column] ?? undefined }}>
          {inlines(cell)}
        </Cell>
      ))}
    </tr>
  );
  return (
    <div aria-label="Table" {...SCROLLING}>
      <table>
        <thead>{each(rows.slice(0, 1), (cells) => row(cells, 'th'))}</thead>
        <tbody>{each(rows.slice(1), (cells) => row(cells, 'td'))}</tbody>
      </table>
    </div>
  );
}

function inlines(content: readonly Inline[]): ReactNode {
  return each(content, (inline, index) => {
    switch (inline.type) {
      case 'text':
        return content[index - 1]?.type === 'citation'
          ? inline.text.slice(endOf(inline).length)
          : inline.text;
      case 'address':
        return inline.text;
      case 'citation':
        return (
          <span style={TOGETHER}>
            <Citation passage={inline.passage} />
            {endOf(content[index + 1])}
          </span>
        );
      case 'code':
        return <code dir="ltr">{inline.text}</code>;
      case 'break':
        return <br />;
      default: {
        const Emphasis = inline.type;
        return <Emphasis>{inlines(inline.content)}</Emphasis>;
      }
    }
  });
}

/** A line does not begin with the full stop behind a citation. */
const TOGETHER = { whiteSpace: 'nowrap' } as const;

function endOf(next: Inline | undefined): string {
  return (next?.type === 'text' && /^[.,;:!?)]{1,3}/u.exec(next.text)?.[0]) || '';
}

/** Parts without keys: they are only added. */
function each<T>(all: readonly T[], render: (one: T, index: number) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...all.map((one, index) => render(one, index)));
}
