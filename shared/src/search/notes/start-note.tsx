import { Box, Text } from '@carrel/shared/ui';

import type { SearchScope } from '../search-scope.ts';
import { counted } from '../words.ts';

/** Shown before anything is typed. */
export function StartNote({ scope: { kind, datasets } }: { scope: SearchScope }) {
  const where =
    kind === 'dataset'
      ? 'the documents of this dataset'
      : datasets === undefined || datasets.length === 0
        ? 'the documents of this workspace'
        : `the documents of ${counted(datasets.length, 'dataset')}`;
  return (
    <Box py="10" textAlign="center" color="fg.muted">
      <Text>{`Type to search ${where}. Results show the passage that was found, and why.`}</Text>
    </Box>
  );
}
