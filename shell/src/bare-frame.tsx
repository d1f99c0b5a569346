import { Box } from '@carrel/shared/ui';
import { Outlet } from 'react-router-dom';

/** The frame of a screen that is viewed on its own, without the sidebar. */
export function BareFrame() {
  return (
    <Box as="main" width="full" maxWidth="page" mx="auto" p={{ base: '4', md: '6' }}>
      <Outlet />
    </Box>
  );
}
