import { Box, VisuallyHidden } from '@carrel/shared/ui';

import { useRowLayout } from './rows/row-layout.ts';

/** The names of a folder's columns; cards on a phone show none. */
export function FolderHeading() {
  const { isCard, grid } = useRowLayout();
  if (isCard) return null;
  return (
    <Box as="thead" display="block">
      <Box
        {...grid}
        as="tr"
        aria-rowindex={1}
        height="9"
        fontSize="xs"
        fontWeight="medium"
        color="fg.muted"
        textAlign="start"
        css={{ '& th': { fontWeight: 'inherit' } }}
      >
        <th scope="col">
          <VisuallyHidden>Type</VisuallyHidden>
        </th>
        <Box as="th" textAlign="start">
          Name
        </Box>
        <Box as="th" textAlign="start">
          Status
        </Box>
        <Box as="th" textAlign="end">
          Size
        </Box>
        <Box as="th" textAlign="start">
          ID
        </Box>
        <Box as="th" textAlign="start">
          Created
        </Box>
      </Box>
    </Box>
  );
}
