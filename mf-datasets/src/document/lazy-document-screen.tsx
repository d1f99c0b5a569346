import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { PageHeader, Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

/** The screen of a document, whose code the others do not need. */
export const LazyDocumentScreen = lazyScreen({
  load: () => import(/* webpackChunkName: "document" */ './document-screen.tsx'),
  screen: ({ DocumentScreen }) => DocumentScreen,
  waiting: (
    <Box as="output" display="block" aria-busy>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Skeleton height="2rem" width="16rem" />
    </Box>
  ),
  failure: 'This screen could not be loaded',
  frame: (content, failed) => <Frame failed={failed}>{content}</Frame>,
});

function Frame({ failed, children }: { failed: boolean; children: ReactNode }) {
  usePage({ title: 'Document', breadcrumbs: [{ name: 'Datasets', to: consolePaths.datasets() }] });
  return (
    <>
      {failed && <PageHeader title="Document" />}
      {children}
    </>
  );
}
