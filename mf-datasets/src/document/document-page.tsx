import { useParams } from 'react-router-dom';

import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { LazyDocumentScreen } from './lazy-document-screen.tsx';

/** /datasets/{datasetId}/documents/{documentId}: one document. Its code is loaded first. */
export function DocumentPage() {
  const { datasetId, documentId } = useParams();
  if (datasetId === undefined || documentId === undefined) {
    return <InvalidDataset title="Document" />;
  }
  return <LazyDocumentScreen key={documentId} datasetId={datasetId} documentId={documentId} />;
}
