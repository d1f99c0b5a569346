import type { AccessRow } from '../access-row.ts';
import { VERSION_ROWS } from './versions.ts';

/** Moves and versions. */
export const MOVE_ROWS: AccessRow[] = [
  ...VERSION_ROWS,
  {
    route: 'POST /datasets/:id/documents/move/plan',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/documents/move/plan`,
    json: ({ documentId }) => ({ document_ids: [documentId], to: 'planned' }),
    status: 200,
  },
  {
    route: 'POST /datasets/:id/documents/move',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/documents/move`,
    json: ({ documentId }) => ({ document_ids: [documentId], to: 'moved' }),
    status: 200,
  },
  {
    route: 'POST /datasets/:id/documents/move/undo',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/documents/move/undo`,
    json: ({ documentId }) => ({ move: documentId }),
    status: 409,
  },
  {
    route: 'POST /datasets/:id/folders',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/folders`,
    json: () => ({ path: 'made/inner' }),
    status: 201,
  },
];
