import { Box } from '@carrel/shared/ui';
import { Tabs, useRowWindow } from '@carrel/shared/ui/signed-in';
import { useEffect, useMemo, useRef, useState } from 'react';

import { MarkedText } from '../../marks/marked-text.tsx';
import type { Marks } from '../../marks/marks.ts';
import { endOf } from '../../reading.ts';
import type { Reading, ScrollTarget } from '../../reading.ts';
import { rowAt } from '../lines/rows-of-lines.ts';
import { useScrollToRow } from '../window/use-scroll-to-row.ts';
import { ViewFrame } from '../window/view-frame.tsx';
import { cellsOf, partOfCell, sheetAt, sheetsOf } from './sheets.ts';
import type { Sheet, SheetRow } from './sheets.ts';

/** Pixels of a row. */
const ROW = 32;

/** The sheets of a document, one at a time. Their text is loaded as a whole: a sheet is one block of it. */
export function SheetTable({ reading }: { reading: Reading }) {
  const { blocks, isComplete, loadTo } = reading.text;
  const { target } = reading;
  useEffect(() => {
    if (!isComplete) loadTo(Infinity);
  }, [isComplete, loadTo]);
  const sheets = useMemo(() => sheetsOf(blocks), [blocks]);
  const [shown, setShown] = useState('0');
  // A target may be on another sheet.
  const [followed, setFollowed] = useState<typeof target>();
  if (target !== undefined && target !== followed && target.place < endOf(blocks)) {
    setFollowed(target);
    setShown(String(sheetAt(sheets, target.place)));
  }
  const sheet = sheets[Number(shown)] ?? sheets[0];
  if (sheet === undefined) return null;
  const rows = <SheetRows key={sheets.indexOf(sheet)} sheet={sheet} reading={reading} />;
  if (sheets.length === 1) return rows;
  return (
    <Tabs
      label="Sheets"
      tabs={sheets.map(({ name }, index) => ({ key: String(index), label: name }))}
      shown={shown}
      onShow={setShown}
      filled
    >
      {rows}
    </Tabs>
  );
}

function SheetRows({ sheet, reading }: { sheet: Sheet; reading: Reading }) {
  const { marks, target, onPick, text } = reading;
  const { rows, widths } = sheet;
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [head, ...body] = rows;
  const view = useRowWindow(list, ROW, body.length);
  useScrollToRow(frame, target, endOf(text.blocks), (place) => (rowAt(rows, place) - 1) * ROW);
  useScrollToCell(frame, target);

  const columns = `4rem ${widths.map((width) => `calc(${width}ch + 1rem)`).join(' ')} minmax(0, 1fr)`;
  return (
    <ViewFrame ref={frame} onPick={onPick}>
      <Box
        as="table"
        display="block"
        aria-label={sheet.name === '' ? 'Rows' : sheet.name}
        aria-rowcount={rows.length}
        aria-colcount={widths.length + 1}
        width="max-content"
        minWidth="full"
        css={styles}
        style={{ ['--columns' as string]: columns }}
      >
        {head !== undefined && (
          <thead>
            <tr aria-rowindex={1}>
              <td data-number="">1</td>
              {cellsOf(head).map((cell) => {
                const isHeading = cell.text.trim() !== '';
                const Cell = isHeading ? 'th' : 'td';
                return (
                  <Cell key={cell.start} scope={isHeading ? 'col' : undefined} title={cell.text}>
                    <MarkedText {...cell} marks={marks} />
                  </Cell>
                );
              })}
            </tr>
          </thead>
        )}
        <Box
          ref={list}
          as="tbody"
          display="block"
          position="relative"
          style={{ height: body.length * ROW }}
        >
          {body.slice(view.first, view.end).map((row, at) => (
            <tr
              key={row.start}
              aria-rowindex={view.first + at + 2}
              style={{ transform: `translateY(${(view.first + at) * ROW}px)` }}
            >
              <td data-number="">{view.first + at + 2}</td>
              {cellsOf(row).map((cell) => (
                <td key={cell.start} title={cell.text}>
                  <CellText cell={cell} marks={marks} />
                </td>
              ))}
            </tr>
          ))}
        </Box>
      </Box>
    </ViewFrame>
  );
}

/** A cell's text. Of a long one with a match, from before the match: the rest has no place. */
function CellText({ cell, marks }: { cell: SheetRow; marks: Marks }) {
  const shown = partOfCell(cell, marks);
  return (
    <>
      {shown !== cell && '… '}
      <MarkedText {...shown} marks={marks} />
    </>
  );
}

/** Scrolls sideways to the cell of each new target, once its row has been rendered. */
function useScrollToCell(
  frame: { current: HTMLElement | null },
  target: ScrollTarget | undefined,
): void {
  const done = useRef<ScrollTarget>(undefined);
  useEffect(() => {
    if (target === undefined || done.current === target) return;
    const cell = frame.current?.querySelector(`[data-start="${target.place}"]`);
    if (!cell) return;
    done.current = target;
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

const styles = {
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  '& tr': {
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    alignItems: 'center',
    height: `${ROW}px`,
    minWidth: 'full',
    borderBottomWidth: '1px',
  },
  '& tbody tr': { position: 'absolute', top: 0, insetInline: 0 },
  '& thead': {
    display: 'block',
    position: 'sticky',
    top: 0,
    zIndex: 'sticky',
    bg: 'bg.subtle',
  },
  '& tr > *': { px: '2', textAlign: 'start', truncate: true },
  '& th': { fontWeight: 'medium' },
  '& [data-number]': {
    textAlign: 'end',
    fontSize: 'xs',
    color: 'fg.muted',
    userSelect: 'none',
  },
} as const;
