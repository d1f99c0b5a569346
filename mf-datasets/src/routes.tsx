import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { ArchivesPage } from './archives/archives-page.tsx';
import { DatasetsPage } from './datasets/datasets-page.tsx';
import { DocumentPage } from './document/document-page.tsx';
import { VersionsPage } from './document/versions/versions-page.tsx';
import { DocumentsPage } from './documents/documents-page.tsx';
import { DuplicatesPage } from './duplicates/duplicates-page.tsx';
import { DatasetSearchPage } from './search/dataset-search-page.tsx';
import { DatasetSettingsPage } from './settings/dataset-settings-page.tsx';
import { SourcesPage } from './sources/sources-page.tsx';

/** The screens of this remote. */
export const routes: RemoteScreens = [
  { path: consoleRoutes.datasets, element: <DatasetsPage /> },
  { path: consoleRoutes.datasetDocuments, element: <DocumentsPage /> },
  { path: consoleRoutes.document, element: <DocumentPage /> },
  { path: consoleRoutes.documentVersions, element: <VersionsPage /> },
  { path: consoleRoutes.datasetSearch, element: <DatasetSearchPage /> },
  { path: consoleRoutes.datasetArchives, element: <ArchivesPage /> },
  { path: consoleRoutes.datasetSources, element: <SourcesPage /> },
  { path: consoleRoutes.datasetDuplicates, element: <DuplicatesPage /> },
  { path: consoleRoutes.datasetSettings, element: <DatasetSettingsPage /> },
];
