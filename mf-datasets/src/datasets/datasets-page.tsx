import { describeFailure, listDatasetsQuery, useFirstRead } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useIntent, useOrganizationId, usePage, useUrlTexts } from '@carrel/shared/shell';
import { Button, ErrorState } from '@carrel/shared/ui';
import { EmptyState, OrderedList, PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Database, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';

import { DatasetFormDialog } from './form/dataset-form-dialog.tsx';
import { DatasetsTable } from './datasets-table.tsx';
import { NewDatasetNotice } from './new-dataset-notice.tsx';
import type { NewDataset } from './new-dataset-notice.tsx';
import { useProcessAgain } from './use-process-again.tsx';
import { useDeleteDataset } from './use-delete-dataset.ts';

type OpenDialog = { name: 'create' } | { name: 'edit'; dataset: Dataset } | null;

/** /datasets: the organization's datasets. */
export function DatasetsPage() {
  usePage({ title: 'Datasets', breadcrumbs: [{ name: 'Datasets' }] });
  const read = listDatasetsQuery(useOrganizationId());
  useFirstRead(read);
  const query = useQuery(read);
  const datasets = query.data?.datasets;
  const [created, setCreated] = useState<NewDataset | null>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [texts, setTexts] = useUrlTexts(['q', 'sort']);
  useIntent('create', () => setDialog({ name: 'create' }));
  const close = () => setDialog(null);
  const edit = useCallback((dataset: Dataset) => setDialog({ name: 'edit', dataset }), []);
  const again = useProcessAgain();
  const deletion = useDeleteDataset((id) =>
    setCreated((created) => (created?.id === id ? null : created)),
  );

  const createButton = (
    <Button variant="primary" onClick={() => setDialog({ name: 'create' })}>
      <Plus size={16} aria-hidden />
      Create Dataset
    </Button>
  );
  const isEmpty = datasets?.length === 0;

  return (
    <>
      <PageHeader
        title="Datasets"
        description="Knowledge bases of documents, filled by uploading archives"
        actions={isEmpty ? undefined : createButton}
      />
      {created !== null && (
        <NewDatasetNotice dataset={created} onDismiss={() => setCreated(null)} />
      )}
      {datasets === undefined && query.isError ? (
        <ErrorState
          title="Failed to load datasets. Please try again."
          {...describeFailure(query.error)}
          retryLabel="Try again"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : isEmpty ? (
        <EmptyState
          icon={<Database />}
          title="No datasets found"
          description="A dataset holds the documents that your searches draw on."
          action={createButton}
        />
      ) : (
        <OrderedList
          plural="datasets"
          singular="dataset"
          rows={datasets}
          texts={texts}
          onTexts={setTexts}
        >
          {(found) => <DatasetsTable datasets={found} onEdit={edit} onDelete={deletion.ask} />}
        </OrderedList>
      )}
      {dialog?.name === 'create' ? (
        <DatasetFormDialog onClose={close} onCreated={setCreated} />
      ) : null}
      {dialog?.name === 'edit' ? (
        <DatasetFormDialog
          dataset={dialog.dataset}
          onClose={close}
          onCreated={setCreated}
          onSettingsChanged={(dataset) => void again.ask(dataset)}
        />
      ) : null}
      {again.dialog}
      {deletion.dialog}
    </>
  );
}
