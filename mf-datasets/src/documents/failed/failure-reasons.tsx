import type { FailureReason, FailureReasons } from '@carrel/shared/contract';
import { Box, Text } from '@carrel/shared/ui';
import { DataTable } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { List, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { useDeleteDocuments } from '../../parts/selection/use-delete-documents.tsx';
import { failedPath, reasonText } from './failed-path.ts';

interface FailureReasonsTableProps {
  datasetId: string;
  failures: FailureReasons;
  /** Documents are being retried. */
  busy: boolean;
  mayEdit: boolean;
  onRetry: (reason: string) => void;
}

const columns: readonly TableColumn<FailureReason>[] = [
  {
    key: 'reason',
    header: 'Reason',
    grow: true,
    cell: ({ reason }) => (
      <Text as="span" display="block" whiteSpace="normal" py={{ md: '2' }}>
        {reasonText(reason)}
      </Text>
    ),
  },
  {
    key: 'documents',
    header: 'Documents',
    align: 'end',
    cell: ({ documents }) => documents.toLocaleString('en-US'),
  },
];

const NOTHING: FailureReason = { reason: '', documents: 0, retryable: false };

/** The failed documents of a dataset by reason, and what can be done with all of one. */
export function FailureReasonsTable(props: FailureReasonsTableProps) {
  const { datasetId, failures, busy, mayEdit, onRetry } = props;
  const [{ reason, documents }, setDeleted] = useState(NOTHING);
  const deletion = useDeleteDocuments(
    datasetId,
    { selections: [{ failed: true, reason }], count: documents },
    () => undefined,
  );
  return (
    <Box mb="5">
      <DataTable
        label="Reasons"
        columns={columns}
        rows={failures.reasons}
        rowKey={(row) => row.reason}
        actions={(row) => [
          {
            label: 'Show documents',
            icon: <List size={14} aria-hidden />,
            prominent: true,
            to: failedPath(datasetId, row.reason),
            onSelect: () => undefined,
          },
          ...(row.retryable
            ? [
                {
                  label: 'Retry',
                  icon: <RotateCw size={14} aria-hidden />,
                  prominent: true,
                  disabled: busy,
                  onSelect: () => onRetry(row.reason),
                },
              ]
            : []),
          ...(mayEdit
            ? [
                {
                  label: 'Delete documents',
                  icon: <Trash2 size={14} aria-hidden />,
                  danger: true,
                  onSelect: () => {
                    setDeleted(row);
                    deletion.ask();
                  },
                },
              ]
            : []),
        ]}
      />
      {failures.more > 0 && (
        <Text mt="2" fontSize="sm" color="fg.muted">
          {`${failures.more.toLocaleString('en-US')} more have other reasons.`}
        </Text>
      )}
      {deletion.dialog}
    </Box>
  );
}
