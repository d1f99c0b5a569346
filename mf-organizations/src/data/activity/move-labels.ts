import { the, type ActionWords } from './action-words.ts';

/** What people did with documents, where they are and what is known of them. */
export const MOVE_WORDS = {
  'documents.moved': {
    label: 'Documents moved',
    text: ({ object, details }) =>
      `moved ${details['documents'] ?? ''} documents of ${the('dataset', object.name)} to ${details['to'] || 'its top'}`,
  },
  'documents.move_undone': {
    label: 'Move of documents undone',
    text: ({ object }) => `moved documents of ${the('dataset', object.name)} back`,
  },
  'folder.created': {
    label: 'Folder created',
    text: ({ object, details }) =>
      `created the folder ${details['folder'] ?? ''} in ${the('dataset', object.name)}`,
  },
  'documents.downloaded': {
    label: 'Documents downloaded',
    text: ({ object, details }) =>
      `downloaded ${details['documents'] ?? ''} documents of ${the('dataset', object.name)}`,
  },
  'documents.metadata_changed': {
    label: 'Metadata of documents changed',
    text: ({ object }) => `changed the metadata of documents of ${the('dataset', object.name)}`,
  },
  'chunks.changed': {
    label: 'Chunk changed by hand',
    text: ({ object }) => `changed a chunk of a document of ${the('dataset', object.name)}`,
  },
  'chunks.restored': {
    label: 'Change of a chunk undone',
    text: ({ object }) =>
      `undid the change of a chunk of a document of ${the('dataset', object.name)}`,
  },
  'chunks.discarded': {
    label: 'Lost change of a chunk discarded',
    text: ({ object }) => `discarded a lost change of a document of ${the('dataset', object.name)}`,
  },
} satisfies Record<string, ActionWords>;
