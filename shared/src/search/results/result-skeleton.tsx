import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';

const RESULTS = ['first', 'second', 'third', 'fourth'];

/** Results in their shape, while the first ones are searched for. */
export function ResultSkeleton() {
  return (
    <Box as="output" display="block" aria-busy>
      <VisuallyHidden>Searching</VisuallyHidden>
      <Skeleton width="18rem" maxWidth="full" height="3" mt="1" mb="3" />
      {RESULTS.map((result) => (
        <Box key={result} py="4" borderTopWidth="1px">
          <Skeleton width="40%" mb="2" />
          <Skeleton width="25%" height="3" mb="3" />
          <Skeleton mb="1.5" />
          <Skeleton mb="1.5" />
          <Skeleton width="70%" />
        </Box>
      ))}
    </Box>
  );
}
