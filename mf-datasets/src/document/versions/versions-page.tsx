import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { PageHeader, Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';

import { InvalidDataset } from '../../parts/invalid-dataset.tsx';

/** The screen of the versions of a document, whose code the others do not need. */
const LazyVersionsScreen = lazyScreen({
  load: () => import(/* webpackChunkName: "versions" */ './versions-screen.tsx'),
  screen: ({ VersionsScreen }) => VersionsScreen,
  waiting: <Skeleton height="2rem" width="16rem" />,
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

/** /datasets/{datasetId}/documents/{documentId}/versions: an earlier version, or what differs between two. */
export function VersionsPage() {
  const { datasetId, documentId } = useParams();
  if (datasetId === undefined || documentId === undefined) {
    return <InvalidDataset title="Document" />;
  }
  return <LazyVersionsScreen key={documentId} datasetId={datasetId} documentId={documentId} />;
}
