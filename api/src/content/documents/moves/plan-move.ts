import type { PlanMoveInput } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { eachSelected } from '../selected-documents.ts';
import { movesOf } from './move-repository.ts';
import {
  areMerged,
  isWithin,
  joinPath,
  readTarget,
  requireFolders,
  type MoveTarget,
} from './move-target.ts';
import { DocumentsPlan, type PlannedDocument } from './plan-documents.ts';

/** Documents that are planned in a transaction at least: on a busy machine, smaller ones take most of their time to begin. */
const PLANNED_LEAST = 200;

export interface Place {
  organizationId: string;
  datasetId: string;
}

export type Transaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

interface WholePlan {
  plan: DocumentsPlan;
  /** Folders that people made, and that move. */
  folders: { from: string; to: string }[];
  merged: boolean;
}

/** Plans a move, and calls `stage` with the documents of each transaction. @throws {Problem} 404, 409 or 422. */
export async function planMove(
  transaction: Transaction,
  place: Place,
  input: PlanMoveInput,
  stage?: (tx: Queryable, documents: readonly PlannedDocument[]) => Promise<unknown>,
): Promise<WholePlan> {
  const { to: _, taken = 'skip', ...selection } = input;
  const target = readTarget(input);
  const plan = new DocumentsPlan(place, target, taken);
  const planned = eachSelected(
    transaction,
    place,
    selection,
    async (tx, ids) => {
      const documents = await plan.add(tx, ids);
      if (documents.length > 0) await stage?.(tx, documents);
    },
    { isPacked: true, least: PLANNED_LEAST },
  );
  const { merged, folders } = await transaction(async (tx) => {
    await requireFolders(tx, place, target);
    return {
      merged: await areMerged(tx, place, target),
      folders: await madeFolders(tx, place, target),
    };
  });
  for await (const _batch of planned);
  for (const { from, to } of folders) plan.addFolder(from, to);
  return { plan, folders, merged };
}

async function madeFolders(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  { to, folders, isAll }: MoveTarget,
): Promise<{ from: string; to: string }[]> {
  if (folders.size === 0 && !isAll) return [];
  const paths = await movesOf(tx, organizationId).madeFolders(
    datasetId,
    isAll ? undefined : [...folders.keys()],
  );
  return paths.flatMap((from) => {
    if (isAll) {
      const stays = to === '' || from === to || isWithin(from, to) || isWithin(to, from);
      return stays ? [] : [{ from, to: joinPath(to, from) }];
    }
    const selected = [...folders.keys()].find(
      (folder) => from === folder || isWithin(from, folder),
    );
    const target = selected === undefined ? undefined : folders.get(selected);
    if (selected === undefined || target === undefined || target === selected) return [];
    return [{ from, to: `${target}${from.slice(selected.length)}` }];
  });
}
