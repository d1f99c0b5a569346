import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { ArchivesPage } from './archives/archives-page.tsx';
import { DatasetsPage } from './datasets/datasets-page.tsx';
import { DocumentsPage } from './documents/documents-page.tsx';

/** The screens of this remote. */
export const routes: RemoteScreens = [
  { path: consoleRoutes.datasets, element: <DatasetsPage /> },
  { path: consoleRoutes.datasetDocuments, element: <DocumentsPage /> },
  { path: consoleRoutes.datasetArchives, element: <ArchivesPage /> },
];
