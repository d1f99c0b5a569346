import { Box } from '@carrel/shared/ui';
import { memo } from 'react';

import { MarkedText } from '../../marks/marked-text.tsx';
import { segmentsOf } from '../../marks/marks.ts';
import type { Marks } from '../../marks/marks.ts';
import { isTimestamp, ShownDate } from '../../shown-date.tsx';
import type { Piece } from './pieces.ts';

interface PieceContentProps {
  piece: Piece;
  marks: Marks;
}

/** A piece of a document's text, by what it is. */
export const PieceContent = memo(function PieceContent({ piece, marks }: PieceContentProps) {
  const { kind, text, start, level, page } = piece;
  switch (kind) {
    case 'page':
      return <div data-page="">{`Page ${page}`}</div>;
    case 'heading': {
      const Heading = `h${level}` as 'h2';
      return (
        <Heading>
          <MarkedText text={text} start={start} marks={marks} />
        </Heading>
      );
    }
    case 'table':
      return <Table piece={piece} marks={marks} />;
    case 'list':
      return <List piece={piece} marks={marks} />;
    case 'envelope':
      return <Envelope piece={piece} marks={marks} />;
    default:
      return (
        <p>
          <MarkedText text={text} start={start} marks={marks} />
        </p>
      );
  }
});

interface Part {
  text: string;
  start: number;
}

/** Cuts a text at a separator; each part knows its place. */
export function partsOf(text: string, start: number, separator: string): Part[] {
  let at = start;
  return text.split(separator).map((part) => {
    const placed = { text: part, start: at };
    at += part.length + separator.length;
    return placed;
  });
}

function Table({ piece, marks }: PieceContentProps) {
  return (
    <Box overflowX="auto" data-table="">
      <table>
        <tbody>
          {partsOf(piece.text, piece.start, '\n').map((line, row) => {
            const isHead = row === 0 && piece.hasHead;
            return (
              <tr key={line.start}>
                {partsOf(line.text, line.start, ' | ').map((cell) => {
                  const isHeading = isHead && cell.text.trim() !== '';
                  const Cell = isHeading ? 'th' : 'td';
                  return (
                    <Cell key={cell.start} scope={isHeading ? 'col' : undefined}>
                      <MarkedText {...cell} marks={marks} />
                    </Cell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Box>
  );
}

const ITEM = /^(\s*)([-*•]|\d{1,4}[.)])\s+/;

function List({ piece, marks }: PieceContentProps) {
  return (
    <ul>
      {partsOf(piece.text, piece.start, '\n').map(({ text, start }) => {
        const [marker = '', indent = '', sign = ''] = ITEM.exec(text) ?? [];
        return (
          <li
            key={start}
            data-sign={/^\d/.test(sign) ? sign : '•'}
            style={{ marginInlineStart: `${Math.min(indent.length / 2, 8) * 1.25}rem` }}
          >
            <MarkedText
              text={text.slice(marker.length)}
              start={start + marker.length}
              marks={marks}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Who sent an e-mail to whom, and when. */
function Envelope({ piece, marks }: PieceContentProps) {
  return (
    <dl>
      {partsOf(piece.text, piece.start, '\n').map(({ text, start }) => {
        const from = text.indexOf(': ') + 2;
        return (
          <div key={start}>
            <dt>{text.slice(0, from - 2)}</dt>
            <dd>
              <EnvelopeValue text={text.slice(from)} start={start + from} marks={marks} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A date is shown as one, unless something is found in the text of it. */
function EnvelopeValue({ text, start, marks }: Part & { marks: Marks }) {
  const [segment, ...others] = segmentsOf(text, start, marks);
  const isWhole = others.length === 0 && segment !== undefined && segment.match === undefined;
  if (!isWhole || !isTimestamp(text)) {
    return <MarkedText text={text} start={start} marks={marks} />;
  }
  const Place = segment.isChunk ? 'mark' : 'span';
  return (
    <Place data-start={start} data-chunk={segment.isChunk ? '' : undefined}>
      <ShownDate iso={text} />
    </Place>
  );
}

/** Styles of the content of a view: its elements are plain ones. */
export const contentStyles = {
  fontSize: 'md',
  lineHeight: '1.6',
  overflowWrap: 'anywhere',
  '& p': { whiteSpace: 'pre-wrap', mb: '3' },
  '& :is(h2, h3, h4, h5, h6)': { fontWeight: 'semibold', lineHeight: 'tight', pt: '3', pb: '2' },
  '& h2': { fontSize: 'xl' },
  '& h3': { fontSize: 'lg' },
  '& ul': { listStyleType: 'none', mb: '3' },
  '& li': { position: 'relative', ps: '5', mb: '0.5' },
  '& li::before': {
    content: 'attr(data-sign)',
    position: 'absolute',
    insetInlineStart: '1',
    color: 'fg.muted',
  },
  '& [data-table]': { mb: '3', borderWidth: '1px', borderRadius: 'md' },
  '& table': { width: 'full', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
  '& :is(td, th)': {
    px: '3',
    py: '1.5',
    minWidth: '4rem',
    maxWidth: '24rem',
    textAlign: 'start',
    verticalAlign: 'top',
    borderBottomWidth: '1px',
  },
  '& tr:last-of-type > *': { borderBottomWidth: 0 },
  '& th': { fontWeight: 'medium', color: 'fg.muted', bg: 'bg.subtle' },
  '& [data-page]': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    height: '10',
    fontSize: 'xs',
    color: 'fg.muted',
    userSelect: 'none',
    _after: { content: '""', flex: 1, height: '1px', bg: 'border.subtle' },
  },
  '& dl': {
    mb: '4',
    p: '3',
    fontSize: 'sm',
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg.subtle',
    '& > div': { display: 'flex', gap: '3' },
    '& dt': { width: '3rem', flexShrink: 0, color: 'fg.muted' },
    '& dd': { minWidth: 0 },
  },
} as const;
