import { consolePaths, consoleRoutes } from '@carrel/shared/paths';
import type { RemoteCommands, RemoteScreens } from '@carrel/shared/shell';
import { Plus } from 'lucide-react';

import { ArchivesPage } from './archives/archives-page.tsx';
import { DatasetsPage } from './datasets/datasets-page.tsx';
import { DocumentPage } from './document/document-page.tsx';
import { DocumentsPage } from './documents/documents-page.tsx';
import { DatasetSearchPage } from './search/dataset-search-page.tsx';

/** The screens of this remote. */
export const routes: RemoteScreens = [
  { path: consoleRoutes.datasets, element: <DatasetsPage /> },
  { path: consoleRoutes.datasetDocuments, element: <DocumentsPage /> },
  { path: consoleRoutes.document, element: <DocumentPage /> },
  { path: consoleRoutes.datasetSearch, element: <DatasetSearchPage /> },
  { path: consoleRoutes.datasetArchives, element: <ArchivesPage /> },
];

/** The commands of this remote in the command palette of every screen. */
export const commands: RemoteCommands = [
  {
    id: 'create-dataset',
    label: 'Create dataset',
    group: 'Create',
    icon: <Plus />,
    keywords: ['new', 'add'],
    to: consolePaths.datasets(),
    access: 'organization',
    intent: 'create',
  },
];
