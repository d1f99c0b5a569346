import { Box } from '@carrel/shared/ui';
import { useRowWindow } from '@carrel/shared/ui/signed-in';
import { useEffect, useRef } from 'react';
import type { DOMAttributes, FocusEvent, KeyboardEvent } from 'react';

import type { Selection } from '../../parts/selection/choosing/use-selection.ts';
import { useListKeys } from '../../parts/use-list-keys.ts';
import { useListCommands } from './list-commands.ts';
import { ListHeading } from './list-heading.tsx';
import type { ListOrder } from './list-heading.tsx';
import { ListPosition } from './list-position.tsx';
import type { ListTotal } from './list-position.tsx';
import { ListRow } from './list-row.tsx';
import { listFrame, stayingHead, useListLayout } from './list-view.ts';
import type { ListEntry, ListView } from './list-view.ts';
import { menuHandlers } from './menu-request.ts';
import type { MenuRequest } from './menu-request.ts';
import { moreOf, MoreRows } from './more-rows.tsx';
import type { Pages } from './more-rows.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useReadToEnd } from './use-read-to-end.ts';

interface DocumentListProps<Entry> {
  datasetId: string;
  label: string;
  view: ListView<Entry>;
  entries: readonly Entry[];
  /** Where further entries come from. */
  pages: Pages;
  /** What is said of a page that failed. */
  failed: string;
  selection: Selection;
  onSelectAll: () => void;
  order?: ListOrder;
  /** How many entries there are, loaded or not; undefined where it is not known. */
  total?: ListTotal | undefined;
  /** The entry that has the focus at first, by its path; null for the first one. */
  arrival?: { item: string | null } | null;
  /** An entry that gets the focus once it is there, such as one that was renamed. */
  sought?: { path: string } | null;
  /** The identity of this function and the next has to be stable. */
  onOpen: (entry: Entry) => void;
  onHover?: (entry: Entry) => void;
  /** Opens the menu of an entry, or does what a key of it does. */
  onMenu: (request: MenuRequest<Entry>) => void;
  /** Whether rows are dragged, which `handlers` handle. */
  draggable?: boolean;
  /** Further handlers of the table. */
  handlers?: DOMAttributes<Element> | false;
}

/** Rows before the end at which the next page is requested. */
const NEAR_END = 50;

/** Documents, or folders with documents. Only the rows in view are rendered; one of them is in the Tab order. */
export function DocumentList<Entry extends ListEntry>(props: DocumentListProps<Entry>) {
  const { datasetId, label, view, entries, pages, failed, selection, onSelectAll } = props;
  const {
    order,
    total,
    arrival = null,
    sought = null,
    onOpen,
    onHover,
    onMenu,
    draggable = false,
    handlers,
  } = props;
  useListCommands();
  const { isCard, height, grid, styles } = useListLayout(view);
  const list = useRef<HTMLDivElement>(null);
  const inView = useRowWindow(list, height, entries.length);
  const [active, moveTo, follow] = useActiveRow(list, entries, arrival, sought);
  const more = moreOf(pages);
  const { fetchNextPage } = pages;
  const loaded = entries.length;
  const rest = useReadToEnd({ more, loaded, onMove: moveTo });
  const handleListKey = useListKeys({
    names: () => entries.map(({ name }) => name),
    count: loaded,
    active,
    onMove: moveTo,
    onOpen: (row) => entries.slice(row, row + 1).forEach(onOpen),
    onSelect: (row, range) => {
      const id = entries.slice(row, row + 1).map(view.idOf)[0];
      if (id !== undefined) selection.toggle(id, range);
    },
    onSelectAll,
  });

  const hasMenu = (entry: Entry | undefined) => entry && view.idOf(entry) !== undefined;
  const menus = menuHandlers((row) => (hasMenu(entries[row]) ? entries[row] : undefined), onMenu);
  const handleKey = (event: KeyboardEvent) => {
    rest.stop();
    menus.onKeyDown(event);
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key !== 'End' || ctrlKey || metaKey || altKey || more === 'none') {
      handleListKey(event);
      return;
    }
    event.preventDefault();
    rest.start();
  };

  const isWanted = more === 'ready' && (rest.reading || inView.end >= loaded - NEAR_END);
  // A page may come before the list is drawn without it.
  const wantedAfter = isWanted ? loaded : null;
  useEffect(() => {
    if (wantedAfter !== null) fetchNextPage();
  }, [wantedAfter, fetchNextPage]);

  // Until the next measurement the window may be that of a longer list.
  const end = Math.min(inView.end, loaded);
  const first = Math.min(inView.first, end);
  const rows = Array.from({ length: end - first }, (_, row) => first + row);
  const known = more === 'none' ? { count: loaded } : total;
  const position = (
    <ListPosition
      list={list}
      height={height}
      loaded={loaded}
      total={known}
      reading={rest.reading}
    />
  );
  // The row with the focus must stay rendered.
  if (active < first) rows.unshift(active);
  if (active >= end) rows.push(active);

  return (
    <Box {...listFrame}>
      {isCard && (more !== 'none' || loaded * height > innerHeight) && (
        <Box {...stayingHead} px="4" py="1.5" textAlign="end" minHeight="7">
          {position}
        </Box>
      )}
      <Box
        as="table"
        role="grid"
        display="block"
        aria-label={label}
        aria-multiselectable
        aria-rowcount={known === undefined || known.isMore === true ? -1 : known.count + 1}
        {...menus}
        onKeyDown={handleKey}
        onBlur={rest.stop}
        {...handlers}
        onFocus={(event: FocusEvent) => {
          const row = event.target.closest('[data-row]')?.getAttribute('data-row');
          if (row !== null && row !== undefined) follow(Number(row));
        }}
      >
        {!isCard && (
          <ListHeading columns={view.columns} grid={grid} order={order} position={position} />
        )}
        <Box
          ref={list}
          as="tbody"
          display="block"
          position="relative"
          css={styles}
          style={{ height: loaded * height }}
        >
          {rows.map((row) => {
            const entry = entries[row];
            return (
              entry && (
                <ListRow
                  key={`${view.kindOf(entry).label} ${entry.path}`}
                  datasetId={datasetId}
                  view={view}
                  entry={entry}
                  index={row}
                  active={row === active}
                  selected={selection.has(view.idOf(entry) ?? '')}
                  isCard={isCard}
                  draggable={draggable && !isCard}
                  height={height}
                  onOpen={onOpen}
                  onHover={onHover}
                  onSelect={selection.toggle}
                />
              )
            );
          })}
        </Box>
      </Box>
      <MoreRows more={more} onMore={fetchNextPage} failed={failed} />
    </Box>
  );
}
