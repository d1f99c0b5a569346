import { ErrorState } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import { InvalidDataset } from '../datasets/invalid-dataset.tsx';
import { loadDocumentScreen, loadedDocumentScreen } from './load-document-screen.ts';
import { DocumentSkeleton } from './screen/document-skeleton.tsx';
import { useDocumentPage } from './screen/use-document-page.ts';

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
  return <Loading {...props} failed={failed} onRetry={() => setFailed(false)} />;
}

interface LoadingProps {
  datasetId: string;
  failed: boolean;
  onRetry: () => void;
}

function Loading({ datasetId, failed, onRetry }: LoadingProps) {
  useDocumentPage(datasetId, undefined);
  if (!failed) return <DocumentSkeleton />;
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
