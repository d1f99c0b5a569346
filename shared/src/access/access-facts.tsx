import { shownName } from '@carrel/shared/contract';
import type { Access } from '@carrel/shared/contract';
import { Box, Stack, Text } from '@carrel/shared/ui';

import { draftOf } from './access-draft.ts';
import { ACCESS_LABELS, ROLES_HINTS } from './access-labels.ts';
import type { AccessObject } from './access-object.ts';
import { NamedList } from './named-list.tsx';

interface AccessFactsProps {
  kind: AccessObject['kind'];
  access: Access;
}

/** Who may see a dataset or workspace, for those who cannot change it. */
export function AccessFacts({ kind, access: stored }: AccessFactsProps) {
  const { access, entries, fence } = draftOf(stored);
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
            {ROLES_HINTS[kind]}
          </Text>
        </>
      )}
      {fence !== '' && (
        <Text fontSize="sm" color="fg.muted">
          {`Documents whose metadata names groups under ${shownName(fence)} are there only for the people of these.`}
        </Text>
      )}
    </Stack>
  );
}
