import { Box, IconButton, Text } from '@carrel/shared/ui';
import { Breadcrumbs } from '@carrel/shared/ui/workbench';
import { useAtomValue } from 'jotai';
import { PanelLeft } from 'lucide-react';

import { pageAtom } from '../session/session.atoms.ts';

/** The bar above a screen: the sidebar's toggle, and where the person is. */
export function PageBar({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const { title, breadcrumbs = [] } = useAtomValue(pageAtom);
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
      <IconButton label="Toggle sidebar" size="sm" aria-expanded={expanded} onClick={onToggle}>
        <PanelLeft aria-hidden />
      </IconButton>
      {breadcrumbs.length > 0 ? (
        <Box minWidth="0" overflow="hidden">
          <Breadcrumbs items={breadcrumbs} />
        </Box>
      ) : (
        <Text fontSize="sm" fontWeight="medium" truncate>
          {title}
        </Text>
      )}
    </Box>
  );
}
