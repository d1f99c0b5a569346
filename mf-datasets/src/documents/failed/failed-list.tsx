import type { Document } from '@carrel/shared/contract';
import { Box, CheckboxField, Text } from '@carrel/shared/ui';
import { useCallback, useMemo } from 'react';

import type { useRetry } from '../../parts/use-retry.ts';
import { FailedTable, SelectionContext } from './failed-table.tsx';
import { useReplaceFailed } from './replace-failed.tsx';
import type { FailedSelection } from './use-failed-selection.ts';

interface FailedListProps {
  datasetId: string;
  /** Undefined while they are loaded. */
  documents: readonly Document[] | undefined;
  /** Whether they failed for one reason, which the screen says. */
  isOneReason: boolean;
  selection: FailedSelection;
  retry: ReturnType<typeof useRetry>;
  mayEdit: boolean;
}

/** Failed documents, which can be chosen, retried and replaced. */
export function FailedList(props: FailedListProps) {
  const { datasetId, documents, isOneReason, selection, retry, mayEdit } = props;
  const { retryable, selected, ids, select } = selection;
  const { data: result, mutate } = retry;
  const skipped = useMemo(
    () => result && new Map(result.skipped.map(({ id, reason }) => [id, reason])),
    [result],
  );
  const { replace, element: replacing } = useReplaceFailed(datasetId);
  const context = useMemo(() => ({ ids, select }), [ids, select]);
  const retryOne = useCallback((id: string) => mutate([id]), [mutate]);
  const lost = (documents?.length ?? 0) - retryable.length;
  return (
    <>
      {lost > 0 && (
        <Text mb="3" fontSize="sm" color="fg.muted">
          {lost === documents?.length
            ? 'A retry cannot read these files. They need a new version.'
            : `A retry cannot read ${lost.toLocaleString('en-US')} of these files. They need a new version.`}
        </Text>
      )}
      {documents !== undefined && retryable.length > 0 && (
        <Box mb="3">
          <CheckboxField
            label={`Select the ${retryable.length.toLocaleString('en-US')} that ${retryable.length === documents.length ? 'are shown' : 'can be tried again'}`}
            checked={selected.length > 0 && selected.length === retryable.length}
            onChange={({ target }) => select(retryable, target.checked)}
          />
        </Box>
      )}
      <SelectionContext value={context}>
        <FailedTable
          datasetId={datasetId}
          documents={documents}
          isOneReason={isOneReason}
          skipped={skipped}
          busy={retry.isPending}
          onRetry={retryOne}
          onReplace={mayEdit ? replace : undefined}
        />
      </SelectionContext>
      {replacing}
    </>
  );
}
