import { LazyAccessPanel } from '@carrel/shared/access';
import { describeFailure } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useMayEdit } from '@carrel/shared/shell';
import { Button, ErrorState, Stack } from '@carrel/shared/ui';
import { ActionRow, Panel, Skeleton } from '@carrel/shared/ui/signed-in';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useDeleteDataset } from '../datasets/use-delete-dataset.ts';
import { ReprocessDialog } from '../parts/selection/reprocess-dialog.tsx';
import { ChangedChunks } from './changed-chunks.tsx';
import { SettingsForm } from './settings-form.tsx';

interface DatasetSettingsProps {
  datasetId: string;
  /** The datasets of the organization. */
  query: UseQueryResult<{ datasets: Dataset[] }>;
}

/** Name, description, processing and access of a dataset, and for Editors its reprocessing and deletion. */
export function DatasetSettings({ datasetId, query }: DatasetSettingsProps) {
  const mayEditAll = useMayEdit();
  const dataset = query.data?.datasets.find(({ id }) => id === datasetId);
  if (query.data === undefined && query.isError) {
    return (
      <ErrorState
        title="Failed to load datasets. Please try again."
        {...describeFailure(query.error)}
        retryLabel="Try again"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (dataset === undefined) return <Skeleton height="13rem" />;
  const { role = null } = dataset;
  const isKept = role === 'Keeper';
  // Of a dataset that names people, a Manager's, and that of who keeps it without seeing what is in it.
  const mayEdit = role === null ? mayEditAll : role === 'Manager' || isKept;
  return (
    <Stack gap="6" maxWidth="48rem">
      <SettingsForm dataset={dataset} mayEdit={mayEdit} />
      <LazyAccessPanel object={{ kind: 'dataset', id: dataset.id }} />
      {mayEdit && (
        <>
          {!isKept && <ChangedChunks datasetId={dataset.id} />}
          {!isKept && <ProcessAgain dataset={dataset} />}
          <DeleteDataset dataset={dataset} />
        </>
      )}
    </Stack>
  );
}

function ProcessAgain({ dataset }: { dataset: Dataset }) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const count = dataset.document_count ?? undefined;
  return (
    <Panel title="Process again">
      <ActionRow text="Makes the chunks of all documents anew with the saved settings. The earlier ones stay searchable until then.">
        <Button disabled={count === 0} onClick={() => setAsked(true)}>
          Process all documents again
        </Button>
      </ActionRow>
      {isAsked && (
        <ReprocessDialog
          datasetId={dataset.id}
          chosen={{ selections: [{ all: true }], count }}
          onClose={close}
          onDone={close}
        />
      )}
    </Panel>
  );
}

function DeleteDataset({ dataset }: { dataset: Dataset }) {
  const navigate = useNavigate();
  const deletion = useDeleteDataset(() => navigate(consolePaths.datasets(), { replace: true }));
  return (
    <Panel tone="danger" title="Danger Zone">
      <ActionRow text="Deleting this dataset removes its documents and its upload history for good.">
        <Button variant="danger" onClick={() => deletion.ask(dataset)}>
          Delete dataset
        </Button>
      </ActionRow>
      {deletion.dialog}
    </Panel>
  );
}
