import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';

import { listFrame, useListLayout } from '../list/list-view.ts';
import { folderView } from './folder-view.tsx';

const NAME_WIDTHS = ['45%', '62%', '38%', '54%', '48%', '66%'];

/** The shape of a folder's rows while they are loaded. */
export function FolderSkeleton() {
  const { isCard, height, grid } = useListLayout(folderView);
  return (
    <Box {...listFrame} as="output" display="block" aria-busy>
      <VisuallyHidden>Loading files</VisuallyHidden>
      {!isCard && <Box height="9" />}
      {NAME_WIDTHS.map((width) => (
        <Box
          key={width}
          {...grid}
          style={{ height }}
          borderTopWidth="1px"
          borderColor="border.subtle"
        >
          <Skeleton boxSize="4" />
          <Skeleton style={{ width }} />
          <Skeleton width="5rem" />
        </Box>
      ))}
    </Box>
  );
}
