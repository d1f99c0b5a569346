import { describeFailure, isApiError, useFirstRead } from '@carrel/shared/api';
import type { DocumentDetail } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { ErrorState } from '@carrel/shared/ui';
import { PageHeader, Tabs } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { useLiveDataset } from '../data/live/use-live-dataset.ts';
import { ReplaceArea } from '../parts/replace/replace-area.tsx';
import { ChunksPanel } from './chunks/chunks-panel.tsx';
import { useChunkDialog } from './chunks/use-chunk-dialog.tsx';
import type { DocumentPlace } from '../data/document.api.ts';
import { documentQuery } from '../data/document.queries.ts';
import { ContainedDocuments } from './header/contained-documents.tsx';
import { DocumentHeader } from './header/document-header.tsx';
import { ReadingNotes } from './header/reading-notes.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { MetadataPanel } from './metadata/metadata-panel.tsx';
import { useReading } from './reading/use-reading.ts';
import { DocumentLayout, Pane } from './screen/document-layout.tsx';
import { DocumentNotFound } from './screen/document-not-found.tsx';
import { DocumentSkeleton } from './screen/document-skeleton.tsx';
import { useDocumentPage } from './screen/use-document-page.ts';
import { useIsWide } from './screen/use-is-wide.ts';
import { DocumentView } from './views/document-view.tsx';

export { prefetchDocument, prefetchOriginal } from './prefetch-document.ts';

interface DocumentScreenProps {
  datasetId: string;
  documentId: string;
}

/** One document: its original or its text, its chunks, its history and its metadata. */
export function DocumentScreen({ datasetId, documentId }: DocumentScreenProps) {
  const organizationId = useOrganizationId();
  const place = useMemo(
    () => ({ organizationId, datasetId, documentId }),
    [organizationId, datasetId, documentId],
  );
  const live = useLiveDataset(datasetId);
  const read = documentQuery(place, live);
  useFirstRead(read);
  const { data, error, isFetching, refetch } = useQuery(read);
  const isMissing = isApiError(error) && error.status === 404;
  useDocumentPage(datasetId, isMissing ? undefined : data);
  if (isMissing) return <DocumentNotFound datasetId={datasetId} />;
  if (data !== undefined) return <LoadedDocument place={place} document={data} />;
  if (error === null) return <DocumentSkeleton />;
  return (
    <>
      <PageHeader title="Document" />
      <ErrorState
        title="Failed to fetch the document"
        {...describeFailure(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </>
  );
}

type Part = 'document' | 'chunks' | 'history' | 'metadata';

interface LoadedDocumentProps {
  place: DocumentPlace;
  document: DocumentDetail;
}

function LoadedDocument({ place, document }: LoadedDocumentProps) {
  const isWide = useIsWide();
  const { reading, selection, find } = useReading(place, document);
  const { open, dialog } = useChunkDialog(place);
  const [shown, setShown] = useState<Part>('document');
  const beside = shown === 'document' ? 'chunks' : shown;
  const tabs = [
    { key: 'chunks', label: `Chunks (${document.chunk_count.toLocaleString('en-US')})` },
    { key: 'history', label: 'History' },
    { key: 'metadata', label: 'Metadata' },
  ] as const;
  const parts = {
    document: <DocumentView reading={reading} find={find} />,
    chunks: <ChunksPanel place={place} document={document} selection={selection} onDialog={open} />,
    history: <HistoryPanel place={place} document={document} />,
    metadata: <MetadataPanel place={place} document={document} />,
  };
  return (
    <>
      <ReplaceArea datasetId={place.datasetId} document={document}>
        {(onFile) => (
          <DocumentLayout
            header={
              <>
                <DocumentHeader place={place} document={document} onReplace={onFile} />
                <ContainedDocuments place={place} document={document} />
                <ReadingNotes document={document} />
              </>
            }
          >
            {isWide ? (
              <>
                <Pane>{parts.document}</Pane>
                <Pane>
                  <Tabs
                    label="About this document"
                    tabs={tabs}
                    shown={beside}
                    onShow={setShown}
                    filled
                  >
                    {parts[beside]}
                  </Tabs>
                </Pane>
              </>
            ) : (
              <Pane>
                <Tabs
                  label="Parts of this document"
                  tabs={[{ key: 'document', label: 'Document' }, ...tabs]}
                  shown={shown}
                  onShow={setShown}
                  wide
                  filled
                >
                  {parts[shown]}
                </Tabs>
              </Pane>
            )}
          </DocumentLayout>
        )}
      </ReplaceArea>
      {dialog}
    </>
  );
}
