import { Box, IconButton, Text } from '@carrel/shared/ui';
import { Breadcrumbs, Tooltip } from '@carrel/shared/ui/signed-in';
import { useAtomValue } from 'jotai';
import { PanelLeft } from 'lucide-react';

import { SearchButton } from '../commands/search-button.tsx';
import { useIsGuest } from '../remotes/entries/use-viewer.ts';
import { pageAtom } from '../state/session.atoms.ts';
import { keyTextOf } from '../shortcuts/key-names.ts';
import { LazyBackgroundWork } from './tasks/lazy-background-work.tsx';

/** The bar above a screen: the sidebar's toggle, the breadcrumbs or title, and the search button. */
export function PageBar({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const { title, breadcrumbs = [] } = useAtomValue(pageAtom);
  const isGuest = useIsGuest();
  return (
    <Box
      as="header"
      position="sticky"
      top="0"
      zIndex="sticky"
      display="flex"
      alignItems="center"
      gap="2"
      height="3rem"
      px={{ base: '2', md: '4' }}
      bg="bg.canvas"
      borderBottomWidth="1px"
    >
      <Tooltip content={`Toggle sidebar (${keyTextOf('Mod+B')})`} placement="bottom">
        <IconButton label="Toggle sidebar" size="sm" aria-expanded={expanded} onClick={onToggle}>
          <PanelLeft aria-hidden />
        </IconButton>
      </Tooltip>
      <Box as="span" aria-hidden width="1px" height="4" mr="1" bg="border.strong" />
      {breadcrumbs.length > 0 ? (
        <Box
          flex="1"
          minWidth="0"
          overflow="hidden"
          // One line: the first stays, the last leaves room for those before it, and these are cut.
          css={{
            '& ol': { flexWrap: 'nowrap' },
            '& li': { flexShrink: 1, minWidth: '2.25rem' },
            '& li:first-of-type': { flexShrink: 0 },
            '& li:last-of-type': { flexShrink: 0, maxWidth: 'calc(100% - 10.5rem)' },
            '& li:last-of-type:nth-of-type(-n+3)': { maxWidth: 'calc(100% - 8rem)' },
            '& li:last-of-type:nth-of-type(-n+2)': { maxWidth: 'calc(100% - 5.5rem)' },
          }}
        >
          <Breadcrumbs items={breadcrumbs} />
        </Box>
      ) : (
        <Text flex="1" minWidth="0" fontSize="sm" fontWeight="medium" truncate>
          {title}
        </Text>
      )}
      {!isGuest && <LazyBackgroundWork />}
      <SearchButton />
    </Box>
  );
}
