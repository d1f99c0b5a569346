import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { Box, ErrorState, VisuallyHidden } from '@carrel/shared/ui';
import { PageHeader, Skeleton } from '@carrel/shared/ui/signed-in';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { loadDocumentScreen, loadedDocumentScreen } from './load-document-screen.ts';

/** /datasets/{datasetId}/documents/{documentId}: one document. Its code is loaded first. */
export function DocumentPage() {
  const { datasetId, documentId } = useParams();
  if (datasetId === undefined || documentId === undefined) {
    return <InvalidDataset title="Document" />;
  }
  return <LoadedPage key={documentId} datasetId={datasetId} documentId={documentId} />;
}

function LoadedPage(props: { datasetId: string; documentId: string }) {
  const [screen, setScreen] = useState(loadedDocumentScreen);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (screen !== undefined || failed) return undefined;
    let isWanted = true;
    loadDocumentScreen().then(
      (code) => isWanted && setScreen(code),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [screen, failed]);

  if (screen !== undefined) return <screen.DocumentScreen {...props} />;
  return <Loading failed={failed} onRetry={() => setFailed(false)} />;
}

function Loading({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  usePage({ title: 'Document', breadcrumbs: [{ name: 'Datasets', to: consolePaths.datasets() }] });
  if (!failed) {
    return (
      <Box as="output" display="block" aria-busy>
        <VisuallyHidden>Loading...</VisuallyHidden>
        <Skeleton height="2rem" width="16rem" />
      </Box>
    );
  }
  return (
    <>
      <PageHeader title="Document" />
      <ErrorState
        title="This screen could not be loaded"
        message="Check your connection and try again."
        onRetry={onRetry}
      />
    </>
  );
}
