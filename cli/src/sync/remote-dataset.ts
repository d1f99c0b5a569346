import type { Carrel } from '@carrel/client';
import type { Present } from '@carrel/shared/packing';

import type { DatasetPlace } from '../command-context.ts';
import { findByName } from '../find-by-name.ts';

const DATASET = { one: 'dataset', many: 'datasets', hint: 'Run: carrel-cli datasets' };

/** Finds a dataset by its id, or by its exact name. */
export async function findDataset(client: Carrel, wanted: string): Promise<DatasetPlace> {
  const { id, name } = findByName(await client.datasets.list(), wanted, DATASET);
  return { id, name };
}

/** Returns the documents of a dataset, for a plan. */
export async function readManifest(client: Carrel, { id }: DatasetPlace): Promise<Present> {
  const { partial_archives, ...present } = await client.datasets.manifest(id);
  return { ...present, isPartialKnown: partial_archives === true };
}
