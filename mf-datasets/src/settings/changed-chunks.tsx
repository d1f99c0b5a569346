import { shownName } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Text } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';

import { changedDocumentsQuery } from '../data/chunks/chunk-changes.queries.ts';

const numbers = new Intl.NumberFormat('en-US');

/** Documents that are shown: those with lost changes come first. */
const SHOWN = 10;

/** The documents of a dataset whose chunks people changed; nothing where nobody did. */
export function ChangedChunks({ datasetId }: { datasetId: string }) {
  const { data } = useQuery(changedDocumentsQuery(useOrganizationId(), datasetId));
  if (data === undefined || data.changed === 0) return null;
  const { changed, lost, documents } = data;
  const more = documents.length - SHOWN;
  return (
    <Panel title="Chunks changed by hand">
      <Text fontSize="sm" color="fg.muted">
        {`${numbers.format(changed - lost)} in use`}
        {lost > 0 &&
          `, ${numbers.format(lost)} lost: the passage is not in the document any more. Open the document to apply or discard a lost change.`}
      </Text>
      <Box as="ul" mt="2" fontSize="sm">
        {documents.slice(0, SHOWN).map(({ id, name, changed: own, lost: gone }) => (
          <Box as="li" key={id} py="1" overflowWrap="anywhere">
            <RouterLink
              style={{ textDecoration: 'underline', textUnderlineOffset: '0.2em' }}
              to={consolePaths.document(datasetId, id)}
            >
              {shownName(name)}
            </RouterLink>
            <Text as="span" color="fg.muted">
              {` ${numbers.format(own)}${gone > 0 ? `, ${numbers.format(gone)} lost` : ''}`}
            </Text>
          </Box>
        ))}
      </Box>
      {more > 0 && (
        <Text fontSize="sm" color="fg.muted">
          {`and ${more === 90 ? 'more' : numbers.format(more)} documents`}
        </Text>
      )}
    </Panel>
  );
}
