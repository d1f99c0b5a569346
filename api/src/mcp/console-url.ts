import type { WorkspaceDocument } from './workspace-documents.ts';

/** Returns the address of a document's page in the console, at a chunk of it if one is given. */
export function documentUrl(
  publicUrl: string,
  { id, dataset }: Pick<WorkspaceDocument, 'id'> & { dataset: { id: string } },
  chunk?: number,
): string {
  const page = `${publicUrl}/datasets/${dataset.id}/documents/${id}`;
  return chunk === undefined ? page : `${page}?chunk=${chunk}`;
}
