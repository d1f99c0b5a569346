import { Box } from '@carrel/shared/ui';
import { Check, Settings } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

import { keyTextOf } from '../../shortcuts/key-names.ts';

const ROW_HEIGHT = 48;
const FRAME_HEIGHT = 384;
/** Rows rendered above and below the visible ones. */
const OVERSCAN = 3;

// Rows are plain elements with these styles: a styled component for each part would cost more than all the rest.
const ROW_STYLES = {
  '& li': {
    position: 'absolute',
    insetX: '0',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    px: '1',
  },
  '& button': {
    display: 'flex',
    alignItems: 'center',
    height: '11',
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover' },
  },
  '& [data-place]': { flex: '1', minWidth: '0', gap: '2', px: '2', textAlign: 'start' },
  '& [data-settings]': {
    width: '11',
    justifyContent: 'center',
    flexShrink: '0',
    color: 'fg.muted',
  },
  '& [data-words]': { flex: '1', minWidth: '0', lineHeight: '1.35' },
  '& [data-words] > span': { display: 'block', truncate: true, fontSize: 'sm' },
  '& [data-words] > span + span': { fontSize: 'xs', color: 'fg.muted' },
  '& kbd': { fontFamily: 'body', fontSize: 'xs', color: 'fg.muted' },
} as const;

/** One organization in the list. */
export interface OrganizationRow {
  id: string;
  name: string;
  role: string;
  keys: string | undefined;
  selected: boolean;
}

interface OrganizationRowsProps {
  rows: readonly OrganizationRow[];
  onSelect: (organizationId: string) => void;
  onSettings: (organizationId: string) => void;
}

/** A virtualized list of organizations. The arrow keys move through all of them. */
export function OrganizationRows({ rows, onSelect, onSettings }: OrganizationRowsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const longest = Math.max(0, rows.length * ROW_HEIGHT - FRAME_HEIGHT);
  const first = Math.max(0, Math.floor(Math.min(scrolled, longest) / ROW_HEIGHT) - OVERSCAN);
  const visible = rows.slice(first, first + FRAME_HEIGHT / ROW_HEIGHT + 2 * OVERSCAN);

  const focusOn = (place: number) => {
    const box = frame.current;
    if (box === null || place < 0 || place >= rows.length) return;
    const [top, bottom] = [place * ROW_HEIGHT, (place + 1) * ROW_HEIGHT - FRAME_HEIGHT];
    const scrollTop = Math.max(Math.min(box.scrollTop, top), bottom);
    // The row must be rendered before it can get the focus.
    flushSync(() => setScrolled(scrollTop));
    box.scrollTop = scrollTop;
    box.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus({ preventScroll: true });
  };

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = event.target instanceof HTMLElement ? event.target.closest('li') : null;
    if (step === undefined || at === null) return;
    event.preventDefault();
    focusOn(Number(at.dataset['at']) + step);
  };

  return (
    <Box
      ref={frame}
      overflowY="auto"
      maxHeight={`min(${FRAME_HEIGHT}px, 50dvh)`}
      mx="-2"
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      onKeyDown={walk}
    >
      <Box
        as="ul"
        aria-label="Organizations"
        listStyleType="none"
        position="relative"
        css={ROW_STYLES}
        style={{ height: rows.length * ROW_HEIGHT }}
      >
        {visible.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            place={first + index}
            count={rows.length}
            onSelect={onSelect}
            onSettings={onSettings}
          />
        ))}
      </Box>
    </Box>
  );
}

interface RowProps extends Omit<OrganizationRowsProps, 'rows'> {
  row: OrganizationRow;
  place: number;
  count: number;
}

function Row({ row, place, count, onSelect, onSettings }: RowProps) {
  const { id, name, role, keys, selected } = row;
  return (
    <li
      data-at={place}
      aria-posinset={place + 1}
      aria-setsize={count}
      style={{ top: place * ROW_HEIGHT, height: ROW_HEIGHT }}
    >
      <button
        type="button"
        data-place={place}
        aria-current={selected ? 'true' : undefined}
        onClick={() => onSelect(id)}
      >
        <span data-words="">
          <span>{name}</span>
          <span>{role}</span>
        </span>
        {selected && <Check size={16} aria-hidden />}
        {keys !== undefined && <kbd>{keyTextOf(keys)}</kbd>}
      </button>
      <button
        type="button"
        data-settings=""
        aria-label={`Settings of ${name}`}
        onClick={() => onSettings(id)}
      >
        <Settings size={16} aria-hidden />
      </button>
    </li>
  );
}
