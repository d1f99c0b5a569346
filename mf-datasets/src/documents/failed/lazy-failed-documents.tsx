import { lazyScreen } from '@carrel/shared/ui/signed-in';

import { FolderSkeleton } from '../folder/folder-skeleton.tsx';

export const LazyFailedDocuments = lazyScreen({
  load: () => import(/* webpackChunkName: "failed" */ './failed-documents.tsx'),
  screen: ({ FailedDocuments }) => FailedDocuments,
  waiting: <FolderSkeleton />,
});
