import { shownName } from '@carrel/shared/contract';
import { EllipsisVertical } from 'lucide-react';
import { Fragment, memo } from 'react';
import type { MouseEvent } from 'react';

import { isOnMark, RowMark } from '../../parts/selection/choosing/row-mark.tsx';
import type { ListEntry, ListView } from './list-view.ts';

interface ListRowProps<Entry> {
  datasetId: string;
  view: ListView<Entry>;
  entry: Entry;
  index: number;
  /** The one row that Tab reaches. */
  active: boolean;
  selected: boolean;
  isCard: boolean;
  /** The list handles what is dragged. */
  draggable: boolean;
  /** In pixels. */
  height: number;
  /** The identities of functions have to be stable. */
  onOpen: (entry: Entry) => void;
  onHover: ((entry: Entry) => void) | undefined;
  onSelect: (id: string, range: boolean) => void;
}

function Row<Entry extends ListEntry>(props: ListRowProps<Entry>) {
  const { datasetId, view, entry, index, active, selected, isCard, height } = props;
  const { onOpen, onHover, onSelect, draggable } = props;
  const id = view.idOf(entry);
  const { label, icon } = view.kindOf(entry);
  const place = { datasetId, isCard };

  const click = (event: MouseEvent) => {
    // The link, the badge with its reason and the checkbox handle their own clicks.
    if (event.target instanceof Element && event.target.closest('a, button, input') !== null)
      return;
    if (id !== undefined && isOnMark(event.target)) onSelect(id, event.shiftKey);
    else onOpen(entry);
  };
  const on = (where: 'title' | 'fact' | 'end') =>
    view.columns
      .filter(({ onCard }) => onCard === where)
      .map(({ header, cell }) => <Fragment key={header}>{cell(entry, place)}</Fragment>);

  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={id === undefined ? undefined : selected}
      data-row={index}
      tabIndex={active ? 0 : -1}
      style={{ height, transform: `translateY(${index * height}px)` }}
      draggable={draggable || undefined}
      onClick={click}
      onPointerEnter={onHover && (() => onHover(entry))}
    >
      <td data-mark="" aria-label={label}>
        <RowMark id={id} name={entry.name} selected={selected} onSelect={onSelect}>
          {icon}
        </RowMark>
      </td>
      {isCard ? (
        <>
          <td>
            {on('title')}
            <div data-facts="">{on('fact')}</div>
          </td>
          <td>{on('end')}</td>
        </>
      ) : (
        view.columns.map(({ header, align, cell }) => (
          <td key={header} data-end={align === 'end' ? '' : undefined}>
            {cell(entry, place)}
          </td>
        ))
      )}
      <td>
        {id !== undefined && (
          <button
            type="button"
            data-menu=""
            // Shift+F10 on the row opens it.
            tabIndex={-1}
            aria-label={`Actions of ${shownName(entry.name)}`}
            aria-haspopup="menu"
          >
            <EllipsisVertical size={16} aria-hidden />
          </button>
        )}
      </td>
    </tr>
  );
}

/** An entry of a list, as a row or as a card. */
export const ListRow = memo(Row) as typeof Row;
