import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';

import { HeaderFrame } from '../header/header-frame.tsx';
import { DocumentLayout, Pane } from './document-layout.tsx';
import { useIsWide } from './use-is-wide.ts';

/** In place of a document while it is loaded. */
export function DocumentSkeleton() {
  const isWide = useIsWide();
  return (
    <DocumentLayout
      header={
        <HeaderFrame title="Document" isPending facts={<Skeleton style={{ width: '16rem' }} />} />
      }
    >
      <Pane>
        <Box as="output" display="block" aria-busy>
          <VisuallyHidden>Loading...</VisuallyHidden>
        </Box>
      </Pane>
      {isWide && <Pane />}
    </DocumentLayout>
  );
}
