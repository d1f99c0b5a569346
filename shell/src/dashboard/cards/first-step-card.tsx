import { consolePaths } from '@carrel/shared/paths';
import type { NavigationState } from '@carrel/shared/shell';
import { Button, Text } from '@carrel/shared/ui';
import { Panel, useIsMobile } from '@carrel/shared/ui/signed-in';
import { Plus, Upload } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

const toCreate: NavigationState = { intent: 'create' };

/** For an organization without documents: the next step. */
export function FirstStepCard({ datasetId }: { datasetId: string | undefined }) {
  // The card has to fit into the space reserved for it.
  const mobile = useIsMobile();
  return (
    <Panel
      title="No documents yet"
      actions={
        <Button asChild variant="primary">
          {datasetId === undefined ? (
            <RouterLink to={consolePaths.datasets()} state={toCreate}>
              <Plus size={16} aria-hidden />
              Create a dataset
            </RouterLink>
          ) : (
            <RouterLink to={consolePaths.datasetArchives(datasetId)}>
              <Upload size={16} aria-hidden />
              Upload documents
            </RouterLink>
          )}
        </Button>
      }
    >
      {mobile ? undefined : (
        <Text color="fg.muted">
          {datasetId === undefined
            ? 'Create a dataset, then upload a zip archive of documents to it.'
            : 'Upload a zip archive of documents to a dataset. You can watch here how far they come.'}
        </Text>
      )}
    </Panel>
  );
}
