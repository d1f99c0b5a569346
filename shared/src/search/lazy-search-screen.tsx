import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

/** The screen of a search, whose code a remote's other screens do not need. */
export const LazySearchScreen = lazyScreen({
  load: () => import(/* webpackChunkName: "search" */ './search-screen.tsx'),
  screen: ({ SearchScreen }) => SearchScreen,
  waiting: (
    <Box as="output" display="block" aria-busy>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Skeleton height="2.75rem" borderRadius="md" />
    </Box>
  ),
  failure: 'The search could not be loaded',
});
