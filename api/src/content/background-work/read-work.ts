import type { WorkKind, WorkRow } from '@carrel/shared/contract/organization';

import type { Queryable } from '../../platform/database/database.ts';
import {
  archiveAhead,
  archiveWaiting,
  progressOf,
  stalledOf,
  type ArchiveInProgress,
  type Work,
} from '../archives/progress/progress-repository.ts';
import { backgroundWorkOf, type StalledRow } from './work-repository.ts';

/** Rows that one answer has at most. */
export const ROWS_MAX = 100;

/** A row whose dataset has no name yet, and what holds it up besides the rows of the database. */
export interface FoundRow {
  kind: WorkKind;
  datasetId: string | null;
  archiveId: string | null;
  left: number | null;
  total: number | null;
  holds: 'paused' | 'cancelling' | 'queued' | null;
  /** It makes nothing but vectors at present. */
  needsModel: boolean;
  stalled: readonly StalledRow[];
}

const EMPTY = {
  archiveId: null,
  total: null,
  holds: null,
  needsModel: false,
  stalled: [],
} as const;

/** Reads the work of an organization that its rows show, uploads first. */
export async function readRows(tx: Queryable, organizationId: string): Promise<FoundRow[]> {
  const reading = backgroundWorkOf(tx, organizationId);
  const work = await progressOf(tx, organizationId).work();
  const stalled = await reading.stalled();
  const waiting = await reading.waitingForVectors();
  const rows: FoundRow[] = [];
  for (const archive of work.archives) {
    rows.push(archiveRow(work, archive, stalled, waiting.has(archive.datasetId)));
  }
  const own = new Set(work.archives.map(({ id }) => id));
  const others = work.groups.filter(
    ({ archiveId, documents }) => documents > 0 && !own.has(archiveId ?? ''),
  );
  for (const [datasetId, groups] of Map.groupBy(others, (group) => group.datasetId)) {
    rows.push({
      ...EMPTY,
      kind: 'documents',
      datasetId,
      left: groups.reduce((sum, { documents }) => sum + documents, 0),
      needsModel: waiting.has(datasetId),
      stalled: stalled.filter(
        (row) => row.datasetId === datasetId && !own.has(row.archiveId ?? ''),
      ),
    });
  }
  for (const row of await reading.again()) {
    rows.push({ ...EMPTY, kind: 'again', ...row, needsModel: true });
  }
  for (const row of await reading.moves()) rows.push({ ...EMPTY, kind: 'move', ...row });
  for (const row of await reading.pages()) rows.push({ ...EMPTY, kind: 'ocr', ...row });
  for (const { datasetId, done, total } of await reading.vectors()) {
    const known = total > 0;
    rows.push({
      ...EMPTY,
      kind: 'vectors',
      datasetId,
      left: known ? Math.max(0, total - done) : null,
      total: known ? total : null,
      needsModel: true,
    });
  }
  return rows;
}

function archiveRow(
  work: Work,
  archive: ArchiveInProgress,
  stalled: readonly StalledRow[],
  needsModel: boolean,
): FoundRow {
  const left = archiveWaiting(work, archive);
  const isQueued = !archive.hasBegun && archiveAhead(work, archive).archives > 0;
  return {
    kind: archive.isMerged ? 'documents' : 'upload',
    datasetId: archive.datasetId,
    archiveId: archive.id,
    left: archive.isMerged ? left : null,
    total: null,
    holds: archive.isCancelling
      ? 'cancelling'
      : archive.isPaused
        ? 'paused'
        : isQueued
          ? 'queued'
          : null,
    needsModel: archive.isMerged && needsModel,
    stalled: stalled.filter(({ archiveId }) => archiveId === archive.id),
  };
}

/** Gives rows their names and the totals of archives. Rows of datasets that are gone meanwhile are left out. */
export async function withNames(
  tx: Queryable,
  organizationId: string,
  rows: readonly FoundRow[],
): Promise<(FoundRow & Pick<WorkRow, 'dataset' | 'archive'>)[]> {
  const names = await backgroundWorkOf(tx, organizationId).names(
    [...new Set(rows.flatMap(({ datasetId }) => datasetId ?? []))],
    rows.flatMap(({ archiveId }) => archiveId ?? []),
  );
  return rows.flatMap((row) => {
    const dataset = row.datasetId === null ? null : names.datasets.get(row.datasetId);
    if (dataset === undefined) return [];
    const archive = row.archiveId === null ? undefined : names.archives.get(row.archiveId);
    const files = archive?.files ?? 0;
    const total = row.left !== null && files > 0 ? Math.max(files, row.left) : row.total;
    return [
      {
        ...row,
        total,
        dataset,
        archive: archive === undefined ? null : { id: archive.id, name: archive.name },
      },
    ];
  });
}

/** Sums up the stalled documents of a row. */
export const stalledRowOf = (rows: readonly StalledRow[]): WorkRow['stalled'] =>
  stalledOf(
    rows.map(({ datasetId: _datasetId, archiveId, ...row }) => ({ ...row, archive_id: archiveId })),
  );
