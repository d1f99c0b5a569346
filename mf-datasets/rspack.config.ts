import {
  apiPaths,
  BLOCKS_PER_PAGE,
  CHUNKS_PER_PAGE,
  consolePaths,
  consoleRoutes,
  COUNTS_PAGE,
  FOLDER_PAGE_LIMIT,
} from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

const read = (path: string) => ({ path, inOrganization: true });

export default defineRemote({
  name: 'mf-datasets',
  context: import.meta.dirname,
  devPort: 3004,
  folders: [
    { package: 'pdfjs-dist', folder: 'cmaps', to: 'pdf/cmaps' },
    { package: 'pdfjs-dist', folder: 'standard_fonts', to: 'pdf/fonts' },
    { package: 'pdfjs-dist', folder: 'iccs', to: 'pdf/colors' },
    // Without the interpreter for scripts of documents, which are not run.
    { package: 'pdfjs-dist', folder: 'wasm', to: 'pdf/decoders', without: ['quickjs-eval.*'] },
  ],
  routes: [
    {
      path: consoleRoutes.datasets,
      access: 'organization',
      title: 'Datasets',
      reads: [read(apiPaths.datasets())],
    },
    {
      path: consoleRoutes.datasetDocuments,
      access: 'organization',
      reads: [
        read(apiPaths.datasets()),
        read(apiPaths.archives(':datasetId')),
        read(apiPaths.documents(':datasetId', COUNTS_PAGE)),
        read(apiPaths.settingsDrift(':datasetId')),
        read(apiPaths.duplicates(':datasetId', { limit: 1 })),
        read(apiPaths.navigate(':datasetId', { path: ':path', limit: FOLDER_PAGE_LIMIT })),
      ],
    },
    {
      path: consoleRoutes.document,
      access: 'organization',
      reads: [
        read(apiPaths.document(':datasetId', ':documentId')),
        read(
          apiPaths.documentText(':datasetId', ':documentId', { from: 0, limit: BLOCKS_PER_PAGE }),
        ),
        read(
          apiPaths.documentChunks(':datasetId', ':documentId', { from: 0, limit: CHUNKS_PER_PAGE }),
        ),
      ],
    },
    {
      path: consoleRoutes.documentVersions,
      access: 'organization',
      reads: [
        read(apiPaths.document(':datasetId', ':documentId')),
        read(apiPaths.documentVersions(':datasetId', ':documentId')),
      ],
    },
    {
      path: consoleRoutes.datasetSearch,
      access: 'organization',
      reads: [read(apiPaths.datasets())],
    },
    {
      path: consoleRoutes.datasetArchives,
      access: 'organization',
      reads: [
        read(apiPaths.datasets()),
        read(apiPaths.archives(':datasetId')),
        read(apiPaths.datasetUploads(':datasetId')),
      ],
    },
    {
      path: consoleRoutes.datasetSources,
      access: 'organization',
      reads: [read(apiPaths.datasets()), read(apiPaths.sources(':datasetId'))],
    },
    {
      path: consoleRoutes.datasetDuplicates,
      access: 'organization',
      reads: [read(apiPaths.datasets()), read(apiPaths.duplicates(':datasetId', { limit: 1 }))],
    },
    {
      path: consoleRoutes.datasetSettings,
      access: 'organization',
      reads: [
        read(apiPaths.datasets()),
        read(apiPaths.datasetAccess(':datasetId')),
        read(apiPaths.datasetChunkChanges(':datasetId')),
      ],
    },
  ],
  sidebar: [{ to: consolePaths.datasets(), label: 'Datasets', icon: 'database', order: 20 }],
  commands: [
    {
      id: 'create-dataset',
      label: 'Create dataset',
      group: 'Create',
      icon: 'plus',
      keywords: ['new', 'add'],
      to: consolePaths.datasets(),
      intent: 'create',
    },
  ],
});
