interface Place {
  id: string;
  dataset: { id: string };
}

/** Returns the path of a document's page in the console, at a chunk of it if one is given. */
export function documentUrl({ id, dataset }: Place, chunk?: number): string {
  const page = `/datasets/${dataset.id}/documents/${id}`;
  return chunk === undefined ? page : `${page}?chunk=${chunk}`;
}
