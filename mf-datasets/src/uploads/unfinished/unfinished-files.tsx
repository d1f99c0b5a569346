import { Box, Heading, Stack, Text } from '@carrel/shared/ui';
import { useId } from 'react';

import { OtherScreen } from './other-screen.tsx';
import { rememberedUpload } from '../../data/sending/remembered-uploads.ts';
import { UnfinishedRow } from './unfinished-row.tsx';
import { useUnfinishedUploads } from './use-unfinished-uploads.ts';

/** The caller's unfinished uploads into a dataset, where files are added. */
export function UnfinishedFiles({ datasetId }: { datasetId: string }) {
  const headingId = useId();
  const { readAt, uploads } = useUnfinishedUploads(datasetId);
  if (uploads.length === 0) return null;
  return (
    <Box as="section" aria-labelledby={headingId}>
      <Stack gap="3">
        <Box>
          <Heading as="h3" id={headingId} fontSize="sm">
            Unfinished uploads
          </Heading>
          <Text fontSize="sm" color="fg.muted" mt="1">
            Choose the same files or the same folder again to continue. What has arrived is not sent
            again.
          </Text>
        </Box>
        <Stack as="ul" gap="4" listStyleType="none">
          {uploads.map((upload) => (
            <UnfinishedRow key={upload.id} upload={upload} readAt={readAt}>
              {rememberedUpload(upload.id)?.kind !== 'files' && (
                <OtherScreen kind="archive" datasetId={datasetId} name={upload.filename} />
              )}
            </UnfinishedRow>
          ))}
        </Stack>
      </Stack>
    </Box>
  );
}
