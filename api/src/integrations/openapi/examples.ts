const DATASET = '0198c0de-0000-7000-8000-00000000da7a';
const DOCUMENT = '0198c0de-0000-7000-8000-0000000000d0';
const ARCHIVE = '0198c0de-0000-7000-8000-0000000000a2';
const KEY = '0198c0de-0000-7000-8000-0000000000e4';
const TIME = '2026-11-24T09:30:00.000Z';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const DOCUMENT_FACTS = {
  id: DOCUMENT,
  name: 'engine.md',
  path: 'manuals/engine.md',
  size: 1832,
  status: 'embedded',
  created_at: TIME,
};

const WRITE = {
  path: 'manuals/engine.md',
  outcome: 'added',
  document: { id: DOCUMENT, size: 1832, sha256: SHA256, status: 'ingested' },
};

const SEARCH = {
  request: { query: 'When is the oil changed?', limit: 5, filter: { folder: 'manuals' } },
  response: {
    results: [
      {
        chunk: { number: 1, pages: [], headings: ['Oil'], start: 812, end: 838 },
        document: {
          id: DOCUMENT,
          name: 'engine.md',
          path: 'manuals/engine.md',
          kind: 'markdown',
          changed_at: TIME,
          dataset: { id: DATASET, name: 'Manuals' },
          url: `/datasets/${DATASET}/documents/${DOCUMENT}`,
        },
        text: 'Change the oil each year.',
        highlights: [
          [0, 6],
          [11, 14],
        ],
        score: 0.032,
        ranks: { words: 1, meaning: 1, rerank: null },
        before: [],
        after: [],
      },
    ],
    mode: 'hybrid',
    meaning: { state: 'ready' },
    searched: { datasets: 1, documents: 12, chunks: 96 },
    facets: {
      datasets: [{ id: DATASET, name: 'Manuals', count: 1 }],
      folders: [{ path: 'manuals', count: 1 }],
      kinds: [{ kind: 'markdown', count: 1 }],
      months: [{ month: '2026-11', count: 1 }],
    },
    took: { total: 14, words: 2, embedding: 6, meaning: 3, rerank: null, reading: 3 },
  },
};

/** Examples of the calls that programs make, by the ids of their operations. */
export const EXAMPLES: Readonly<Record<string, { request?: unknown; response?: unknown }>> = {
  searchWorkspace: SEARCH,
  searchDataset: SEARCH,
  searchOrganization: SEARCH,
  listDatasets: { response: { datasets: [{ id: DATASET, name: 'Manuals', document_count: 12 }] } },
  createDataset: {
    request: { name: 'Manuals', description: 'Manuals of all machines', language: 'english' },
    response: { id: DATASET },
  },
  findDocuments: {
    response: {
      documents: [{ ...DOCUMENT_FACTS, updated_at: TIME, outdated: false, reprocessing: false }],
      total: 1,
    },
  },
  listChunks: {
    response: {
      total: 1,
      chunks: [{ number: 0, text: 'Change the oil each year.', headings: ['Oil'] }],
    },
  },
  getText: {
    response: {
      blocks: [
        { kind: 'heading', text: 'Oil', level: 1, start: 0 },
        { kind: 'paragraph', text: 'Change the oil each year.', start: 5 },
      ],
    },
  },
  writeDocument: { response: WRITE },
  deleteDocument: { response: { path: 'manuals/engine.md', outcome: 'removed' } },
  writeDocuments: {
    request: { remove: [{ path: 'manuals/old.md', if_match: SHA256 }] },
    response: {
      archive_id: ARCHIVE,
      results: [WRITE, { path: 'manuals/old.md', outcome: 'removed' }],
    },
  },
  uploadArchive: { response: { id: ARCHIVE } },
  listArchiveEntries: {
    response: {
      counts: { added: 1, changed: 0, unchanged: 0, refused: 1, removed: 0, total: 2 },
      entries: [
        { path: 'manuals/engine.md', outcome: 'added' },
        { path: 'manuals/film.mp4', outcome: 'refused', reason: 'This kind of file is not read.' },
      ],
    },
  },
  createApiKey: {
    request: { name: 'Nightly import', scopes: ['documents:write'], dataset_ids: [DATASET] },
    response: { id: KEY, key: 'carrel_key_...' },
  },
  rotateApiKey: {
    request: { overlap_hours: 24 },
    response: { id: KEY, key: 'carrel_key_...' },
  },
};
