import { Box } from '@carrel/shared/ui';
import { Tabs, useRowWindow } from '@carrel/shared/ui/signed-in';
import { useEffect, useMemo, useRef, useState } from 'react';

import { MarkedText } from '../../marks/marked-text.tsx';
import { endOf } from '../../reading/reading.ts';
import type { Reading } from '../../reading/reading.ts';
import { rowAt } from '../lines/rows-of-lines.ts';
import { useScrollToRow } from '../window/use-scroll-to-row.ts';
import { ViewFrame } from '../window/view-frame.tsx';
import { cellsOf, sheetAt, sheetsOf } from './sheets.ts';
import type { Sheet } from './sheets.ts';

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

  const columns = `4rem ${widths.map((width) => `${width}ch`).join(' ')} minmax(0, 1fr)`;
  return (
    <ViewFrame ref={frame} onPick={onPick}>
      <Box
        role="table"
        aria-label={sheet.name === '' ? 'Rows' : sheet.name}
        aria-rowcount={rows.length}
        aria-colcount={widths.length}
        width="max-content"
        minWidth="full"
        css={styles}
        style={{ ['--columns' as string]: columns }}
      >
        {head !== undefined && (
          <div role="row" aria-rowindex={1} data-head="">
            <span role="columnheader" data-number="">
              <span aria-hidden>1</span>
            </span>
            {cellsOf(head).map((cell) => (
              <span key={cell.start} role="columnheader" title={cell.text}>
                <MarkedText {...cell} marks={marks} />
              </span>
            ))}
          </div>
        )}
        <Box ref={list} role="rowgroup" position="relative" style={{ height: body.length * ROW }}>
          {body.slice(view.first, view.end).map((row, at) => (
            <div
              key={row.start}
              role="row"
              aria-rowindex={view.first + at + 2}
              style={{ transform: `translateY(${(view.first + at) * ROW}px)` }}
            >
              <span role="rowheader" data-number="">
                {view.first + at + 2}
              </span>
              {cellsOf(row).map((cell) => (
                <span key={cell.start} role="cell" title={cell.text}>
                  <MarkedText {...cell} marks={marks} />
                </span>
              ))}
            </div>
          ))}
        </Box>
      </Box>
    </ViewFrame>
  );
}

const styles = {
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  '& [role=row]': {
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    alignItems: 'center',
    height: `${ROW}px`,
    minWidth: 'full',
    borderBottomWidth: '1px',
  },
  '& [role=rowgroup] > [role=row]': { position: 'absolute', top: 0, insetInline: 0 },
  '& [data-head]': {
    position: 'sticky',
    top: 0,
    zIndex: 'sticky',
    bg: 'bg.subtle',
    fontWeight: 'medium',
  },
  '& [role=row] > *': { px: '2', truncate: true },
  '& [data-number]': {
    textAlign: 'end',
    fontSize: 'xs',
    color: 'fg.muted',
    fontWeight: 'normal',
    userSelect: 'none',
  },
} as const;
