import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { EmptyState, PageHeader } from '@carrel/shared/ui/signed-in';
import { DatabaseZap } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

/** Shown on a dataset's screens when the address names no dataset. */
export function InvalidDataset({ title }: { title: string }) {
  usePage({ title, breadcrumbs: [{ name: 'Datasets', to: consolePaths.datasets() }] });
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<DatabaseZap />}
        title="Invalid Dataset"
        description="The address of this page names no dataset."
        action={
          <Button asChild variant="secondary">
            <RouterLink to={consolePaths.datasets()}>Back to datasets</RouterLink>
          </Button>
        }
      />
    </>
  );
}
