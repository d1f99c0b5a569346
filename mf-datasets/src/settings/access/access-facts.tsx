import type { DatasetAccess } from '@carrel/shared/contract';
import { Box, Stack, Text } from '@carrel/shared/ui';

import { draftOf } from './access-draft.ts';
import { ACCESS_LABELS, ROLES_HINT } from './access-labels.ts';
import { NamedList } from './named-list.tsx';

/** Who may see a dataset, for those who cannot change it. */
export function AccessFacts({ access: stored }: { access: DatasetAccess }) {
  const { access, entries } = draftOf(stored);
  const { label, meaning } = ACCESS_LABELS[access];
  return (
    <Stack gap="4">
      <Box>
        <Text fontWeight="medium">{label}</Text>
        <Text fontSize="sm" color="fg.muted">
          {meaning}
        </Text>
      </Box>
      {access === 'named' && (
        <>
          <NamedList entries={entries} />
          <Text fontSize="sm" color="fg.muted">
            {ROLES_HINT}
          </Text>
        </>
      )}
    </Stack>
  );
}
