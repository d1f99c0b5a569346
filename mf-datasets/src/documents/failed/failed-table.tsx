import { shownName } from '@carrel/shared/contract';
import type { Document } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { CheckboxField, Link, Text } from '@carrel/shared/ui';
import { DataTable, StatusBadge } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { RotateCw, Upload } from 'lucide-react';
import { createContext, memo, use } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { lookOfStatus } from '../../data/document-status.ts';

interface FailedTableProps {
  datasetId: string;
  /** Undefined while they are loaded. */
  documents: readonly Document[] | undefined;
  /** Why the server did not retry a document, by its id. */
  skipped: ReadonlyMap<string, string> | undefined;
  busy: boolean;
  /** Its identity has to be stable, as that of all the others. */
  onRetry: (documentId: string) => void;
  /** Asks for other bytes; undefined for those who may not change documents. */
  onReplace: ((document: Document) => void) | undefined;
}

interface Selection {
  ids: ReadonlySet<string>;
  select: (ids: readonly string[], selected: boolean) => void;
}

/** The selected documents. Each checkbox reads it, so that a selection does not render the table again. */
export const SelectionContext = createContext<Selection>({
  ids: new Set(),
  select: () => undefined,
});

/** Selects a document; its name leads to its page. */
function SelectionBox({
  datasetId,
  document: { id, path, retryable },
}: Omit<FailedRow, 'skipped'>) {
  const { ids, select } = use(SelectionContext);
  return (
    <CheckboxField
      label={
        <Link asChild variant="quiet">
          <RouterLink to={consolePaths.document(datasetId, id)}>{shownName(path)}</RouterLink>
        </Link>
      }
      checked={ids.has(id)}
      disabled={retryable === false}
      onChange={({ target }) => select([id], target.checked)}
    />
  );
}

interface FailedRow {
  datasetId: string;
  document: Document;
  /** Why it was not retried. */
  skipped: string | undefined;
}

const columns: readonly TableColumn<FailedRow>[] = [
  {
    key: 'path',
    header: 'Document',
    cell: ({ datasetId, document }) => <SelectionBox datasetId={datasetId} document={document} />,
  },
  {
    key: 'stage',
    header: 'Stage',
    cell: ({ document }) => {
      const { icon: Icon, ...look } = lookOfStatus(document.status);
      return <StatusBadge {...look} icon={<Icon />} />;
    },
  },
  {
    key: 'reason',
    header: 'Reason',
    grow: true,
    cell: ({ document, skipped }) => (
      <Text as="span" display="block" whiteSpace="normal" py={{ md: '2' }}>
        {document.error}
        {skipped !== undefined && (
          <Text as="span" display="block" color="danger.fg">
            {`Not tried again: ${skipped}`}
          </Text>
        )}
      </Text>
    ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    cell: ({ document }) => document.attempts ?? 'N/A',
  },
];

/** Failed documents with stage, reason and attempts. */
export const FailedTable = memo(function FailedTable(props: FailedTableProps) {
  const { datasetId, documents, skipped, busy, onRetry, onReplace } = props;
  return (
    <DataTable
      label="Failed documents"
      loading={documents === undefined}
      rows={(documents ?? []).map((document) => ({
        datasetId,
        document,
        skipped: skipped?.get(document.id),
      }))}
      rowKey={({ document }) => document.id}
      columns={columns}
      actions={({ document }) => [
        ...(document.retryable === false && onReplace !== undefined
          ? [
              {
                label: 'Upload a new version',
                icon: <Upload size={14} aria-hidden />,
                prominent: true,
                onSelect: () => onReplace(document),
              },
            ]
          : []),
        ...(document.retryable === false
          ? []
          : [
              {
                label: 'Retry',
                icon: <RotateCw size={14} aria-hidden />,
                prominent: true,
                disabled: busy,
                onSelect: () => onRetry(document.id),
              },
            ]),
      ]}
    />
  );
});
