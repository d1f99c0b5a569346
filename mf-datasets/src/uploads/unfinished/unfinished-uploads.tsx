import { Stack } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';

import { ArchiveRow } from './archive-row.tsx';
import { UnfinishedPlaceholder } from './unfinished-placeholder.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';
import { OtherScreen } from './other-screen.tsx';
import { rememberedUpload } from '../../data/sending/remembered-uploads.ts';
import { useUnfinishedUploads } from './use-unfinished-uploads.ts';

/** The caller's unfinished uploads into a dataset, to be continued or discarded. */
export function UnfinishedUploads({ datasetId }: { datasetId: string }) {
  const { isPending, readAt, uploads } = useUnfinishedUploads(datasetId);
  if (isPending) return <UnfinishedPlaceholder />;
  if (uploads.length === 0) return null;
  return (
    <Panel
      title="Unfinished uploads"
      description="Choose the same file again to continue. What has arrived is not sent again."
    >
      <Stack as="ul" gap="4" listStyleType="none">
        {uploads.map((upload) =>
          rememberedUpload(upload.id)?.kind === 'files' ? (
            <UnfinishedRow key={upload.id} upload={upload} readAt={readAt}>
              <OtherScreen kind="files" datasetId={datasetId} name={upload.filename} />
            </UnfinishedRow>
          ) : (
            <ArchiveRow key={upload.id} upload={upload} readAt={readAt} />
          ),
        )}
      </Stack>
    </Panel>
  );
}
