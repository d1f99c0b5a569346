import type { Carrel } from '@carrel/client';
import type { Present } from '@carrel/shared/packing';

import { Failure, usageFailure } from '../exit-codes.ts';
import { printable } from '../printable.ts';
import type { DatasetPlace } from '../command-context.ts';

/** Finds a dataset by its id, or by its exact name. */
export async function findDataset(client: Carrel, wanted: string): Promise<DatasetPlace> {
  const datasets = await client.datasets.list();
  const byId = datasets.find(({ id }) => id === wanted.toLowerCase());
  const found = byId === undefined ? datasets.filter(({ name }) => name === wanted) : [byId];
  const [dataset] = found;
  if (dataset === undefined) {
    throw new Failure(
      `There is no dataset "${printable(wanted)}" in this organization. Run: carrel-cli datasets`,
    );
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => `  ${id}`).join('\n');
    throw usageFailure(
      `${found.length} datasets are called "${printable(wanted)}". Name one by its id:\n${ids}`,
    );
  }
  return { id: dataset.id, name: dataset.name };
}

/** Returns the documents of a dataset, for a plan. */
export async function readManifest(client: Carrel, { id }: DatasetPlace): Promise<Present> {
  const { documents, limits, partial_archives } = await client.datasets.manifest(id);
  return { documents, limits, isPartialKnown: partial_archives === true };
}
