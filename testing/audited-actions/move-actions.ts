import { callInside, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';
import { insertDocument } from './content-actions.ts';

/** A dataset with a document. */
async function handbook(fixture: AuditFixture): Promise<string> {
  const id = await createdId(callInside(fixture, 'POST', '/datasets', { name: 'Handbook' }));
  await insertDocument(fixture, id);
  return `/datasets/${id}`;
}

/** Moves of documents, and folders. */
export const MOVE_ACTIONS: Record<string, AuditedAction> = {
  'POST /datasets/:id/documents/move': {
    action: 'documents.moved',
    name: 'Handbook',
    prepare: async (fixture) => {
      const path = `${await handbook(fixture)}/documents/move`;
      return () => callInside(fixture, 'POST', path, { all: true, to: 'manuals' });
    },
  },
  'POST /datasets/:id/documents/move/undo': {
    action: 'documents.move_undone',
    name: 'Handbook',
    prepare: async (fixture) => {
      const path = `${await handbook(fixture)}/documents/move`;
      const response = await callInside(fixture, 'POST', path, { all: true, to: 'manuals' });
      const { move } = (await response.json()) as { move: string };
      return () => callInside(fixture, 'POST', `${path}/undo`, { move });
    },
  },
  'POST /datasets/:id/folders': {
    action: 'folder.created',
    name: 'Handbook',
    prepare: async (fixture) => {
      const path = `${await handbook(fixture)}/folders`;
      return () => callInside(fixture, 'POST', path, { path: 'manuals' });
    },
  },
};
