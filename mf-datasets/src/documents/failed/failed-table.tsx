import { shownName } from '@carrel/shared/contract';
import type { Document } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, CheckboxField, Link, Text, VisuallyHidden } from '@carrel/shared/ui';
import { DataTable, StatusBadge } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { RotateCw, Upload } from 'lucide-react';
import { createContext, memo, use } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { folderName } from '../../parts/folder-name.ts';
import { lookOfStatus } from '../../data/document-status.ts';

interface FailedTableProps {
  datasetId: string;
  /** Undefined while they are loaded. */
  documents: readonly Document[] | undefined;
  /** Whether they failed for one reason, which the screen says. */
  isOneReason: boolean;
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
  document: { id, name, path, retryable },
}: Omit<FailedRow, 'skipped'>) {
  const { ids, select } = use(SelectionContext);
  return (
    <CheckboxField
      label={
        <Link asChild variant="quiet">
          <RouterLink to={consolePaths.document(datasetId, id)} title={shownName(path)}>
            {shownName(name)}
          </RouterLink>
        </Link>
      }
      description={
        <>
          {folderName(path)}
          {retryable === false && <VisuallyHidden>{`. ${NO_RETRY}`}</VisuallyHidden>}
        </>
      }
      checked={ids.has(id)}
      disabled={retryable === false}
      title={retryable === false ? NO_RETRY : undefined}
      onChange={({ target }) => select([id], target.checked)}
    />
  );
}

/** Why a document cannot be chosen. */
const NO_RETRY = 'A retry cannot read this file. It needs a new version.';

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
    grow: true,
    cell: ({ datasetId, document }) => (
      <Box whiteSpace="normal" overflowWrap="anywhere" py={{ md: '2' }}>
        <SelectionBox datasetId={datasetId} document={document} />
      </Box>
    ),
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
    cell: ({ document, skipped }) => (
      <Text
        as="span"
        display="block"
        whiteSpace="normal"
        minWidth={{ md: '16rem' }}
        py={{ md: '2' }}
      >
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
  const { datasetId, documents, isOneReason, skipped, busy, onRetry, onReplace } = props;
  const needsReason = !isOneReason || (skipped !== undefined && skipped.size > 0);
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
      columns={needsReason ? columns : columns.filter(({ key }) => key !== 'reason')}
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
