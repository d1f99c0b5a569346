import { documentKind, shownName } from '@carrel/shared/contract';
import type { FoundDocument } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { kindLabel } from '@carrel/shared/search';
import { formatDate, formatSize, StatusBadge } from '@carrel/shared/ui/signed-in';
import { File, LoaderCircle } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { lookOfStatus, reasonOf } from '../../data/document-status.ts';
import { folderName } from '../../parts/folder-name.ts';
import { listView, REST } from '../list/list-view.ts';
import type { CellPlace } from '../list/list-view.ts';

/** What the list of found documents shows of each. */
export const foundView = listView<FoundDocument>({
  rowHeight: 56,
  cardHeight: 84,
  idOf: ({ id }) => id,
  kindOf: () => ({ label: 'Document', icon: <File size={16} aria-hidden /> }),
  columns: [
    { header: 'Name', width: REST, onCard: 'title', sort: 'name', cell: nameOf },
    {
      header: 'Kind',
      width: '6rem',
      onCard: 'fact',
      cell: ({ name, ocr }) => {
        const label = kindLabel(documentKind(name));
        return <span>{ocr && ocr.pages > 0 ? `${label}, OCR` : label}</span>;
      },
    },
    { header: 'Status', width: '10.5rem', onCard: 'end', sort: 'status', cell: stateOf },
    {
      header: 'Size',
      width: '5rem',
      align: 'end',
      onCard: 'fact',
      sort: 'size',
      cell: ({ size }) => <span>{formatSize(size, { decimals: 1 })}</span>,
    },
    {
      header: 'Changed',
      width: '6.5rem',
      onCard: 'fact',
      sort: 'changed',
      cell: ({ updated_at }) => (
        <time dateTime={updated_at} title={updated_at}>
          {formatDate(updated_at)}
        </time>
      ),
    },
  ],
});

function nameOf({ id, name, path }: FoundDocument, { datasetId }: CellPlace) {
  return (
    <>
      <div data-name="" title={name}>
        <RouterLink to={consolePaths.document(datasetId, id)} tabIndex={-1}>
          {name}
        </RouterLink>
      </div>
      <div data-path="" title={shownName(path)}>
        {folderName(path)}
      </div>
    </>
  );
}

function stateOf(document: FoundDocument) {
  if (document.reprocessing) {
    return <StatusBadge label="Processing again" tone="info" pulse icon={<LoaderCircle />} />;
  }
  const { icon: Icon, ...look } = lookOfStatus(document.status);
  return <StatusBadge {...look} icon={<Icon />} reason={reasonOf(document)} />;
}
