import { KnownOrMissing } from '@carrel/shared/access';
import { listDatasetsQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { EmptyState, PageHeader } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { useEffect } from 'react';
import { Link as RouterLink } from 'react-router-dom';

interface DatasetNotFoundProps {
  title: string;
  datasetId: string;
}

/** Shown on a dataset's screens when it does not exist, was deleted elsewhere, or is not for the user. */
export function DatasetNotFound({ title, datasetId }: DatasetNotFoundProps) {
  usePage({ title, breadcrumbs: [{ name: 'Datasets', to: consolePaths.datasets() }] });
  const queryClient = useQueryClient();
  const organizationId = useOrganizationId();
  // A list from before the deletion still has its row.
  useEffect(() => {
    const { queryKey } = listDatasetsQuery(organizationId);
    const known = queryClient.getQueryData<{ datasets: readonly { id: string }[] }>(queryKey);
    if (known?.datasets.some(({ id }) => id === datasetId) !== true) return;
    void queryClient.invalidateQueries({ queryKey, exact: true });
  }, [queryClient, organizationId, datasetId]);

  return (
    <>
      <PageHeader title={title} />
      <KnownOrMissing
        object={{ kind: 'dataset', id: datasetId }}
        missing={
          <EmptyState
            icon={<FolderX />}
            title="Dataset not found"
            description="It may have been deleted."
            action={
              <Button asChild variant="secondary">
                <RouterLink to={consolePaths.datasets()}>Back to datasets</RouterLink>
              </Button>
            }
          />
        }
      />
    </>
  );
}
