import { createHash } from 'node:crypto';

import {
  MOVE_EXAMPLES_MAX,
  MOVED_DOCUMENTS_MAX,
  type MoveObstacle,
  type MovePlan,
  type TakenRule,
} from '@carrel/shared/contract';
import { namedPath } from '@carrel/shared/contract/archive-rules';

import { SIDECAR_ENDING } from '../../../extraction/metadata/sidecar.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { withoutFences } from '../../../platform/database/reach.ts';
import { invalid } from '../../../platform/http/problems.ts';
import { freeNumber, usedPaths } from '../../../processing/jobs/move/free-paths.ts';
import { splitPath } from '../../../processing/rows/document-path.ts';
import { IS_UNDER_WAY } from '../../../processing/jobs/purge/delete-moves.ts';
import { targetOf, type MoveTarget } from './move-target.ts';
import { similarPaths } from './similar-paths.ts';

interface Place {
  organizationId: string;
  datasetId: string;
}

/** A document that moves. */
export interface PlannedDocument {
  id: string;
  from: string;
  to: string;
}

interface Row {
  id: string;
  path: string;
  size: number;
  container_id: string | null;
  inside: number;
  inside_bytes: number;
  /** Somebody else is moving it. */
  busy: boolean;
}

const endingOf = (path: string) => /\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? '';

/** Plans where the documents of a selection go, some at a time, and adds up what that is. */
export class DocumentsPlan {
  readonly #place: Place;
  readonly #target: MoveTarget;
  readonly #taken: TakenRule;
  readonly #claimed = new Set<string>();
  readonly #digest = createHash('sha256');
  readonly counts = { documents: 0, bytes: 0, unchanged: 0, sidecars: 0, taken: 0, refused: 0 };
  /** Documents that are not inside of others, with their sidecars. */
  planned = 0;
  /** Those that are taken and get a number. */
  numbered = 0;
  readonly obstacles: MoveObstacle[] = [];
  readonly similar: MovePlan['similar'] = [];

  constructor(place: Place, target: MoveTarget, taken: TakenRule) {
    this.#place = place;
    this.#target = target;
    this.#taken = taken;
  }

  /** Names everything that was planned. */
  digest(): string {
    return this.#digest.copy().digest('base64url');
  }

  /** Whether there was no document. */
  get isNothing(): boolean {
    const { documents, unchanged, taken, refused } = this.counts;
    return documents + unchanged + taken + refused === 0;
  }

  /** Adds a folder that a person made. */
  addFolder(from: string, to: string): void {
    this.#digest.update(JSON.stringify([from, to]));
  }

  /**
   * Adds documents, and returns those that move. `tx` is the caller's.
   * @throws {Problem} 422 where there are too many
   */
  async add(tx: Queryable, ids: readonly string[]): Promise<PlannedDocument[]> {
    const rows = await this.#read(tx, ids);
    const described = rows
      .filter(
        ({ path, container_id: container }) => container === null && !path.endsWith(SIDECAR_ENDING),
      )
      .map(({ path }) => `${path}${SIDECAR_ENDING}`);
    const paths = rows.flatMap(({ path }) => targetOf(this.#target, path) ?? []);
    const { documents, folders } = await usedPaths(tx, this.#place, {
      documents: [...described, ...paths, ...paths.map((path) => `${path}${SIDECAR_ENDING}`)],
      folders: [...paths, ...paths.map((path) => splitPath(path).folder)],
    });
    const sidecars = await this.#sidecars(
      tx,
      described.filter((path) => documents.has(path)),
    );
    const wanted = rows.flatMap((row) => {
      const to = this.#wanted(row, rows);
      return to === undefined ? [] : [{ row, to }];
    });
    const planned: PlannedDocument[] = [];
    for (const { row, to } of wanted) {
      const isTaken = documents.has(to) || folders.has(to) || this.#claimed.has(to);
      const path = isTaken ? await this.#numbered(tx, row.path, to, folders.has(to)) : to;
      if (path === undefined) continue;
      this.#claimed.add(path);
      planned.push({ id: row.id, from: row.path, to: path });
      this.#count(1 + row.inside, row.size + row.inside_bytes);
      const sidecar = sidecars.get(row.path);
      if (sidecar === undefined) continue;
      const beside = `${path}${SIDECAR_ENDING}`;
      // What is at its place describes the document from now on.
      const isBeside =
        path === to
          ? documents.has(beside)
          : (await usedPaths(tx, this.#place, { documents: [beside] })).documents.has(beside);
      if (isBeside) {
        this.#obstacle('taken', { path: sidecar.path, to: beside, reason: TAKEN.document });
        continue;
      }
      this.#claimed.add(beside);
      planned.push({ id: sidecar.id, from: sidecar.path, to: beside });
      this.counts.sidecars += 1;
      this.#count(1, sidecar.size);
    }
    for (const { from, to } of planned) this.#digest.update(JSON.stringify([from, to]));
    this.planned += planned.length;
    if (this.counts.documents > MOVED_DOCUMENTS_MAX) {
      const most = MOVED_DOCUMENTS_MAX.toLocaleString('en-US');
      throw invalid([{ path: '', message: `At most ${most} documents are moved at once.` }]);
    }
    if (this.similar.length < MOVE_EXAMPLES_MAX) {
      // Nothing is beside what goes into a new folder.
      const besides = planned.filter(({ to }) => {
        const { folder } = splitPath(to);
        return folder === '' || folders.has(folder);
      });
      this.similar.push(...(await similarPaths(tx, this.#place, besides)));
      this.similar.length = Math.min(this.similar.length, MOVE_EXAMPLES_MAX);
    }
    return planned;
  }

  #count(documents: number, bytes: number): void {
    this.counts.documents += documents;
    this.counts.bytes += bytes;
  }

  #obstacle(count: 'taken' | 'refused', obstacle: MoveObstacle): void {
    this.counts[count] += 1;
    this.#digest.update(JSON.stringify([obstacle.path, obstacle.numbered ?? '']));
    if (this.obstacles.length < MOVE_EXAMPLES_MAX) this.obstacles.push(obstacle);
  }

  async #numbered(
    tx: Queryable,
    path: string,
    to: string,
    isFolder: boolean,
  ): Promise<string | undefined> {
    const reason = isFolder ? TAKEN.folder : TAKEN.document;
    const numbered =
      this.#taken === 'number' ? await freeNumber(tx, this.#place, to, this.#claimed) : undefined;
    if (numbered !== undefined) this.numbered += 1;
    this.#obstacle('taken', { path, to, reason, ...(numbered !== undefined && { numbered }) });
    return numbered;
  }

  /** Where a document goes; undefined for one that stays. */
  #wanted(row: Row, rows: readonly Row[]): string | undefined {
    const { path } = row;
    if (this.#goesWithItsDocument(row, rows)) return undefined;
    const to = targetOf(this.#target, path);
    if (to === undefined || to === path) {
      this.counts.unchanged += 1;
      return undefined;
    }
    const found = namedPath(to);
    const reason = row.busy
      ? 'Somebody else is moving this document.'
      : row.container_id !== null
        ? 'This is inside of another document, and moves with it only.'
        : 'fault' in found
          ? `Its new path ${found.fault}.`
          : row.inside > 0 && endingOf(to) !== endingOf(path)
            ? 'A document with others inside keeps its ending.'
            : undefined;
    if (reason === undefined) return to;
    this.#obstacle('refused', { path, to, reason });
    return undefined;
  }

  /** Whether it is a sidecar of a document that moves, too. */
  #goesWithItsDocument({ path }: Row, rows: readonly Row[]): boolean {
    if (!path.endsWith(SIDECAR_ENDING)) return false;
    const document = path.slice(0, -SIDECAR_ENDING.length);
    return this.#described.has(document) || rows.some((row) => row.path === document);
  }

  /** Documents that have come, and whose sidecars went with them. */
  readonly #described = new Set<string>();

  #read(tx: Queryable, ids: readonly string[]): Promise<Row[]> {
    return tx.query<Row>(
      `SELECT d.id, d.path, d.size, d.container_id, coalesce(i.count, 0) AS inside,
         coalesce(i.bytes, 0)::bigint AS inside_bytes,
         d.id IN (SELECT e.document_id FROM document_move_entries e
           JOIN document_moves m ON m.organization_id = $1 AND m.id = e.move_id
           WHERE e.organization_id = $1 AND e.document_id = ANY ($2::uuid[]) AND e.state = 'waiting'
             AND ${IS_UNDER_WAY}) AS busy
       FROM documents d LEFT JOIN (
         SELECT container_id, count(*) AS count, sum(size) AS bytes FROM documents
         WHERE organization_id = $1 AND container_id = ANY ($2::uuid[]) GROUP BY container_id
       ) i ON i.container_id = d.id
       WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND d.dataset_id = $3 ORDER BY d.path`,
      [this.#place.organizationId, ids, this.#place.datasetId],
    );
  }

  /** The sidecars at some paths, by the paths of their documents. */
  async #sidecars(
    tx: Queryable,
    paths: readonly string[],
  ): Promise<Map<string, { id: string; path: string; size: number }>> {
    if (paths.length === 0) return new Map();
    const found = await withoutFences(tx, () =>
      tx.query<{ id: string; path: string; size: number }>(
        `SELECT id, path, size FROM documents
         WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($3::text[])`,
        [this.#place.organizationId, this.#place.datasetId, paths],
      ),
    );
    const byDocument = new Map(
      found.map((row) => [row.path.slice(0, -SIDECAR_ENDING.length), row]),
    );
    for (const document of byDocument.keys()) this.#described.add(document);
    return byDocument;
  }
}

const TAKEN = {
  document: 'A document is there already.',
  folder: 'A folder is there already.',
};
