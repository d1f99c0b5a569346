import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Archive } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { HStack, Text, toast } from '@carrel/shared/ui';
import {
  Badge,
  DataTable,
  formatDate,
  formatSize,
  formatTime,
  useIsMobile,
} from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FolderInput, ReceiptText, Trash2 } from 'lucide-react';

import { ArchiveStatusBadge, isOnlyStored } from './archive-status.tsx';
import { deleteArchive } from '../data/archives.api.ts';
import { isInProgress } from '../data/archives.queries.ts';
import { LazyArchiveProgress } from '../parts/progress/lazy-progress.ts';
import { linesOf, ProgressLines } from '../parts/progress/progress-lines.tsx';
import { useArchiveActions } from '../parts/progress/use-archive-actions.tsx';
import { ReceiptDialog } from './receipts/receipt-dialog.tsx';
import { useReceipt } from './receipts/use-receipt.ts';
import { useStoredArchive } from './use-stored-archive.ts';

interface ArchivesTableProps {
  datasetId: string;
  /** Undefined while they are loaded. */
  archives: readonly Archive[] | undefined;
}

const OPTION_LABELS = [
  ['sync', 'Sync'],
  ['delete_orphans', 'Delete orphans'],
  ['purge_on_completion', 'Purge'],
] as const;

const columns: readonly TableColumn<Archive>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <Text as="span" fontWeight="medium" title={name}>
        {name}
      </Text>
    ),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ size }) => formatSize(size, { decimals: 2 }),
  },
  {
    key: 'created_at',
    header: 'Uploaded',
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={created_at}>
        {formatDate(created_at)}{' '}
        <Text as="span" color="fg.muted" fontSize="sm" whiteSpace="nowrap">
          {formatTime(created_at)}
        </Text>
      </time>
    ),
  },
  {
    key: 'options',
    header: 'Options',
    cell: (archive) => (
      <HStack gap="1" flexWrap={{ base: 'wrap', md: 'nowrap' }}>
        {OPTION_LABELS.filter(([option]) => archive[option]).map(([option, label]) => (
          <Badge key={option}>{label}</Badge>
        ))}
      </HStack>
    ),
  },
];

const statusColumn = (datasetId: string): TableColumn<Archive> => ({
  key: 'status',
  header: 'Status',
  cell: (archive) => (
    <>
      <ArchiveStatusBadge archive={archive} />
      {isInProgress(archive) && (
        <ProgressLines count={linesOf(archive)}>
          <LazyArchiveProgress datasetId={datasetId} archive={archive} />
        </ProgressLines>
      )}
    </>
  ),
});

/** Uploads with their options, newest first. */
export function ArchivesTable({ datasetId, archives }: ArchivesTableProps) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const receipt = useReceipt();
  const opened = archives?.find(({ id }) => id === receipt.archiveId);
  const remove = useMutation({
    mutationFn: ({ id }: Archive) => deleteArchive(organizationId, datasetId, id),
    onSuccess: () => {
      toast.success('Archive deleted successfully!');
      return queryClient.invalidateQueries({
        queryKey: queryKeys.archives(organizationId, datasetId),
      });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to delete archive')),
  });
  const askAndRemove = (archive: Archive) => {
    const question = 'Are you sure you want to delete this archive? This action cannot be undone.';
    if (window.confirm(question)) remove.mutate(archive);
  };
  const { add, download } = useStoredArchive(organizationId, datasetId);
  const controls = useArchiveActions(organizationId, datasetId);
  const isMobile = useIsMobile();
  const hasStatus =
    archives?.some((archive) => typeof archive.status === 'string' || isOnlyStored(archive)) ??
    false;

  return (
    <>
      <DataTable
        label="Upload history"
        loading={archives === undefined}
        rows={archives ?? []}
        rowKey={(archive) => archive.id}
        columns={hasStatus ? [...columns, statusColumn(datasetId)] : columns}
        actions={(archive) => [
          isOnlyStored(archive)
            ? {
                label: 'Add to dataset',
                icon: isMobile && <FolderInput size={14} aria-hidden />,
                prominent: true,
                onSelect: () => add.mutateAsync(archive),
              }
            : {
                label: 'Receipt',
                icon: isMobile && <ReceiptText size={14} aria-hidden />,
                prominent: true,
                onSelect: () => receipt.open(archive.id),
              },
          ...(archive.stored === true
            ? [
                {
                  label: 'Download',
                  icon: <Download size={14} aria-hidden />,
                  onSelect: () => download.mutateAsync(archive),
                },
              ]
            : []),
          ...controls.actions(archive),
          {
            label: 'Delete',
            icon: <Trash2 size={14} aria-hidden />,
            danger: true,
            disabled: remove.isPending && remove.variables.id === archive.id,
            onSelect: () => askAndRemove(archive),
          },
        ]}
      />
      {controls.dialog}
      {opened !== undefined && (
        <ReceiptDialog open datasetId={datasetId} archive={opened} onClose={receipt.close} />
      )}
    </>
  );
}
