import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';

const WIDTHS = ['40%', '95%', '100%', '90%', '60%', '100%', '85%', '95%', '30%'];

/** In place of a document's text while it is loaded. */
export function TextSkeleton() {
  return (
    <Box as="output" display="block" aria-busy flex="1" minHeight="0" overflow="hidden">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Box maxWidth="46rem" mx="auto" px={{ base: '4', md: '6' }} py="6" display="grid" gap="4">
        {WIDTHS.map((width, line) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Skeleton key={line} style={{ width }} />
        ))}
      </Box>
    </Box>
  );
}
