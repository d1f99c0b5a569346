import { documentKind, shownName } from '@carrel/shared/contract';
import type { FoundDocument } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { kindLabel } from '@carrel/shared/search';
import { formatDate, formatSize, StatusBadge } from '@carrel/shared/ui/signed-in';
import { File, LoaderCircle } from 'lucide-react';
import { memo } from 'react';
import type { MouseEvent } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { lookOfStatus, reasonOf } from '../../data/document-status.ts';
import { isOnMark, RowMark } from '../../parts/selection/choosing/row-mark.tsx';

interface FoundRowProps {
  datasetId: string;
  document: FoundDocument;
  index: number;
  /** The one row that Tab reaches. */
  active: boolean;
  selected: boolean;
  isCard: boolean;
  /** In pixels. */
  height: number;
  onOpen: (document: FoundDocument) => void;
  onSelect: (id: string, range: boolean) => void;
}

/** A found document with its place and its state. */
export const FoundRow = memo(function FoundRow(props: FoundRowProps) {
  const { datasetId, document, index, active, selected, isCard, height, onOpen, onSelect } = props;
  const { id, name, path, size, updated_at } = document;

  const click = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, input') !== null)
      return;
    if (isOnMark(event.target)) onSelect(id, event.shiftKey);
    else onOpen(document);
  };
  const label = kindLabel(documentKind(name));
  const kind = document.ocr && document.ocr.pages > 0 ? `${label}, OCR` : label;
  const changed = (
    <time dateTime={updated_at} title={updated_at}>
      {formatDate(updated_at)}
    </time>
  );

  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={index}
      tabIndex={active ? 0 : -1}
      style={{ height, transform: `translateY(${index * height}px)` }}
      onClick={click}
    >
      <td data-mark="" aria-label="Document">
        <RowMark id={id} name={name} selected={selected} onSelect={onSelect}>
          <File size={16} aria-hidden />
        </RowMark>
      </td>
      <td>
        <div data-name="" title={name}>
          <RouterLink to={consolePaths.document(datasetId, id)} tabIndex={-1}>
            {name}
          </RouterLink>
        </div>
        <div data-path="" title={shownName(path)}>
          {placeOf(path)}
        </div>
        {isCard && (
          <div data-facts="">
            <span>{kind}</span>
            <span>{formatSize(size, { decimals: 1 })}</span>
            {changed}
          </div>
        )}
      </td>
      {!isCard && <td>{kind}</td>}
      <td>
        <DocumentState document={document} />
      </td>
      {!isCard && (
        <>
          <td data-size="">{formatSize(size, { decimals: 1 })}</td>
          <td>{changed}</td>
        </>
      )}
    </tr>
  );
});

/** Returns the folder of a path in words. */
function placeOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? 'Top folder' : shownName(path.slice(0, end));
}

function DocumentState({ document }: { document: FoundDocument }) {
  if (document.reprocessing) {
    return <StatusBadge label="Processing again" tone="info" pulse icon={<LoaderCircle />} />;
  }
  const { icon: Icon, ...look } = lookOfStatus(document.status);
  return <StatusBadge {...look} icon={<Icon />} reason={reasonOf(document)} />;
}
