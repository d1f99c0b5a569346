import { useShell } from '@carrel/shared/shell';
import { Box, IconButton, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Dialog, useConfirm } from '@carrel/shared/ui/signed-in';
import {
  backgroundWorkKey,
  backgroundWorkQuery,
  cancelAgainTexts,
  cancelReprocessing,
  cancelTexts,
  controlArchive,
  isStanding,
  rowKey,
} from '@carrel/shared/work';
import type { FollowedRow } from '@carrel/shared/work';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Activity } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { tasksAtom } from '../../session/use-tasks.ts';
import { WorkRowItem } from './work-row-item.tsx';

/** All background work of the organization: a button with the number of its rows, and the panel that it opens. */
export function BackgroundWork({ open: openAtFirst }: { open: boolean }) {
  const { user, organizationId } = useShell();
  const role = organizationId === null ? undefined : user?.memberships[organizationId]?.role_name;
  if (organizationId === null || role === undefined) return null;
  return (
    <WorkOf
      key={organizationId}
      organizationId={organizationId}
      mayEdit={role !== 'Viewer'}
      open={openAtFirst}
    />
  );
}

interface WorkOfProps {
  organizationId: string;
  mayEdit: boolean;
  open: boolean;
}

function WorkOf({ organizationId, mayEdit, open: openAtFirst }: WorkOfProps) {
  const [open, setOpen] = useState(openAtFirst);
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(backgroundWorkQuery(organizationId));
  useReadAgain(organizationId);
  const rows = data?.rows ?? [];
  const stands = rows.some(isStanding);
  const placeOf = ({ dataset, archive }: FollowedRow) => ({
    organizationId,
    datasetId: dataset?.id ?? '',
    archiveId: archive?.id ?? '',
  });
  const control = (row: FollowedRow, action: 'pause' | 'resume' | 'cancel') =>
    controlArchive(queryClient, placeOf(row), action);
  const cancellation = useConfirm((row: FollowedRow) =>
    row.kind === 'again'
      ? {
          ...cancelAgainTexts(row.dataset?.name ?? ''),
          act: () => cancelReprocessing(queryClient, placeOf(row)),
          failed: () => 'Failed to stop the processing',
        }
      : {
          ...cancelTexts(row.archive?.name ?? '', { purges: false }),
          act: () => control(row, 'cancel'),
          failed: () => 'Failed to cancel the archive',
        },
  );
  const label =
    rows.length === 0
      ? 'Background work'
      : `Background work: ${rows.length}${data?.is_more === true ? '+' : ''}`;
  return (
    <Box position="relative" display="flex">
      <IconButton
        label={label}
        size="sm"
        aria-haspopup="dialog"
        color={stands ? 'warning.fg' : undefined}
        onClick={() => {
          setOpen(true);
          void refetch();
        }}
      >
        <Activity aria-hidden />
      </IconButton>
      {rows.length > 0 && (
        <Box
          aria-hidden
          position="absolute"
          top="-0.25rem"
          insetEnd="-0.25rem"
          minWidth="1rem"
          height="1rem"
          px="1"
          borderRadius="full"
          bg={stands ? 'warning.subtle' : 'accent'}
          color={stands ? 'warning.fg' : 'accent.contrast'}
          fontSize="0.625rem"
          fontWeight="semibold"
          lineHeight="1rem"
          textAlign="center"
          fontVariantNumeric="tabular-nums"
          pointerEvents="none"
        >
          {rows.length > 99 ? '99+' : rows.length}
        </Box>
      )}
      <VisuallyHidden as="output">
        {rows.length === 0
          ? ''
          : stands
            ? 'Background work is waiting'
            : 'Background work is running'}
      </VisuallyHidden>
      <Dialog open={open} onClose={() => setOpen(false)} title="Background work" size="md">
        {rows.length === 0 ? (
          <Text color="fg.muted" py="4">
            {isError
              ? 'The background work could not be loaded. Please try again.'
              : data === undefined
                ? 'Loading…'
                : 'Nothing is running.'}
          </Text>
        ) : (
          <Box as="ul" aria-label="Background work" listStyleType="none">
            {rows.map((row) => (
              <WorkRowItem
                key={rowKey(row)}
                row={row}
                mayEdit={mayEdit}
                onLeave={() => setOpen(false)}
                onPause={() => control(row, 'pause')}
                onResume={() => control(row, 'resume')}
                onCancel={() => {
                  setOpen(false);
                  cancellation.ask(row);
                }}
              />
            ))}
          </Box>
        )}
        {data?.is_more === true && (
          <Text fontSize="sm" color="fg.muted" mt="3">
            There is more, which follows these.
          </Text>
        )}
        {rows.length > 0 && data?.is_shared === true && (
          <Text fontSize="sm" color="fg.muted" mt="3">
            This server also works for others.
          </Text>
        )}
      </Dialog>
      {cancellation.dialog}
    </Box>
  );
}

/** Has the work read again where it may have begun: after uploads and other changes, and on other screens. */
function useReadAgain(organizationId: string): void {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const uploads = Object.keys(useAtomValue(tasksAtom)).length;
  const moment = `${pathname} ${uploads}`;
  const seen = useRef(moment);
  useEffect(() => {
    if (moment === seen.current) return;
    seen.current = moment;
    void queryClient.invalidateQueries({ queryKey: backgroundWorkKey(organizationId) });
  }, [queryClient, organizationId, moment]);
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        void queryClient.invalidateQueries({ queryKey: backgroundWorkKey(organizationId) });
      }),
    [queryClient, organizationId],
  );
}
