import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { memo } from 'react';

import type { ComparisonLayout } from './comparison-bar.tsx';
import type { Hunk, Piece } from './hunks.ts';

interface HunkViewProps {
  hunk: Hunk;
  layout: ComparisonLayout;
  names: { from: string; to: string };
  current: number | undefined;
}

/** What is marked for the eye, each by more than its colour. */
export const hunkStyles = {
  '& ins, & del': { borderRadius: '2px', paddingInline: '1px', boxDecorationBreak: 'clone' },
  '& ins': { bg: 'success.subtle', color: 'success.fg', textDecorationLine: 'underline' },
  '& del': { bg: 'danger.subtle', color: 'danger.fg', textDecorationLine: 'line-through' },
  '& [data-current]': { outline: '2px solid {colors.accent}', outlineOffset: '1px' },
  '& [data-left-out]': {
    px: '4',
    py: '1.5',
    fontSize: 'xs',
    color: 'fg.muted',
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
  },
  '& [data-text]': {
    px: '4',
    py: '3',
    fontSize: 'sm',
    lineHeight: '1.6',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    borderBottomWidth: '1px',
  },
};

/** Changes that are close together: in one text, or what was before beside what is now. */
export const HunkView = memo(function HunkView({ hunk, layout, names, current }: HunkViewProps) {
  const { pieces, leftOutBefore } = hunk;
  return (
    <>
      {leftOutBefore > 0 && (
        <p data-left-out="">{`${leftOutBefore.toLocaleString('en-US')} characters are the same`}</p>
      )}
      {layout === 'inline' ? (
        <div data-text="" dir="auto">
          <Pieces pieces={pieces} current={current} />
        </div>
      ) : (
        <Box display="grid" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
          <Box
            as="fieldset"
            minWidth="0"
            aria-label={names.from}
            borderInlineEndWidth={{ lg: '1px' }}
          >
            <div data-text="" dir="auto">
              <Pieces pieces={pieces.filter(({ kind }) => kind !== 'added')} current={current} />
            </div>
          </Box>
          <Box as="fieldset" minWidth="0" aria-label={names.to}>
            <div data-text="" dir="auto">
              <Pieces pieces={pieces.filter(({ kind }) => kind !== 'removed')} current={current} />
            </div>
          </Box>
        </Box>
      )}
    </>
  );
}, isSame);

/** The change that was gone to matters only to the hunks that have it, or had it. */
function isSame(before: HunkViewProps, now: HunkViewProps): boolean {
  const isIn = ({ hunk, current }: HunkViewProps) =>
    current !== undefined && hunk.pieces.some(({ change }) => change === current);
  return (
    before.hunk === now.hunk &&
    before.layout === now.layout &&
    before.names.from === now.names.from &&
    before.names.to === now.names.to &&
    (before.current === now.current || (!isIn(before) && !isIn(now)))
  );
}

function Pieces({ pieces, current }: { pieces: readonly Piece[]; current: number | undefined }) {
  return pieces.map((piece, at) => (
    // They never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <PieceView key={at} piece={piece} isCurrent={piece.change === current} />
  ));
}

function PieceView({ piece, isCurrent }: { piece: Piece; isCurrent: boolean }) {
  const { kind, text, change, leftOut } = piece;
  if (kind === 'same') return text;
  const Mark = kind === 'added' ? 'ins' : 'del';
  const words = text.trimEnd();
  return (
    <>
      <Mark data-change={change} data-current={isCurrent && change !== undefined ? '' : undefined}>
        <VisuallyHidden>{kind === 'added' ? 'Added: ' : 'Removed: '}</VisuallyHidden>
        {words}
        {leftOut !== undefined && ` … (${leftOut.toLocaleString('en-US')} more characters)`}
        <VisuallyHidden>.</VisuallyHidden>
      </Mark>
      {text.slice(words.length) || ' '}
    </>
  );
}
