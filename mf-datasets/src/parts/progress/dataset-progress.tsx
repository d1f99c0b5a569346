import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Text } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';

import { progressQuery } from '../../data/progress.queries.ts';
import { datasetText, othersText, stalledOthers, stalledText } from './progress-labels.ts';
import { StalledNote } from './stalled-note.tsx';

const nameOf = (path: string) => path.split('/').at(-1) ?? path;

/** How far the work on a dataset is, and which of its documents is stalled. */
export function DatasetProgressLine({ datasetId }: { datasetId: string }) {
  const { data } = useQuery(progressQuery(useOrganizationId(), datasetId));
  if (data === undefined) return null;
  const { dataset } = data.progress;
  const { stalled } = dataset;
  return (
    <>
      <Text as="span" flexShrink={{ md: '0' }}>
        {datasetText(dataset, data.readings[''])}
      </Text>
      {stalled === null && <Text as="span">{othersText(dataset)}</Text>}
      <Box as="span" aria-live="polite" display="contents">
        {stalled !== null && (
          <StalledNote>
            <Box as="span" truncate>
              {`${stalledText(stalled)}: `}
              <RouterLink
                style={{ textDecoration: 'underline', textUnderlineOffset: '0.2em' }}
                to={consolePaths.document(datasetId, stalled.document_id)}
              >
                {nameOf(stalled.path)}
              </RouterLink>
              {stalledOthers(stalled)}
            </Box>
          </StalledNote>
        )}
      </Box>
    </>
  );
}
