import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Block } from '../../extraction/blocks/block.ts';
import type { ClaimedDocument } from './claimed-document.ts';
import type { OcrPage } from '../../extraction/tasks/tasks.ts';
import { updateUncounted } from './document-writes/write-documents.ts';

/** Pages of one document that OCR reads at most: those after them are not read. */
export const OCR_PAGES_MAX = 300;

/** A row of `ocr_pages`. */
export interface PageRow {
  page: number;
  /** Pages that it stands for. */
  pages: number;
  state: 'text' | 'waiting' | 'read' | 'unread';
  blocks: readonly Block[];
  error?: string | null;
  ms?: number;
}

/** Returns the rows of a document: its pages for OCR, and its text between them. */
export function rowsOf(blocks: readonly Block[], scans: readonly number[]): PageRow[] {
  const read = scans.slice(0, OCR_PAGES_MAX);
  const beyond = scans.length - read.length;
  const rows = new Map<number, PageRow & { blocks: Block[] }>(
    read.map((page) => [page, { page, pages: 1, state: 'waiting', blocks: [] }]),
  );
  let page = 1;
  let next = 0;
  for (const block of blocks) {
    // A block without a page follows the one before it.
    page = Math.max(page, block.page ?? page);
    while ((read[next] ?? Infinity) < page) next += 1;
    const at = read[next] === page ? page : (read[next - 1] ?? 0) + 1;
    const row = rows.get(at) ?? { page: at, pages: 1, state: 'text', blocks: [] };
    rows.set(at, row);
    row.blocks.push(block);
  }
  if (beyond > 0) {
    const last = Math.max(page, scans.at(-1) ?? 0) + 1;
    rows.set(last, { page: last, pages: beyond, state: 'unread', blocks: [] });
  }
  return [...rows.values()].toSorted((a, b) => a.page - b.page);
}

/** Rows written by one statement. */
const ROWS_AT_ONCE = 250;

/** The statements about the pages of one document. `tx` is a tenant's transaction. */
export function ocrPagesOf(
  tx: Queryable,
  { organizationId, id }: Pick<ClaimedDocument, 'organizationId' | 'id'>,
) {
  return {
    replace: async (rows: readonly PageRow[]): Promise<void> => {
      await ocrPagesOf(tx, { organizationId, id }).delete();
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        const some = rows.slice(at, at + ROWS_AT_ONCE);
        await tx.query(
          `INSERT INTO ocr_pages (organization_id, document_id, page, pages, state, blocks)
           SELECT $1, $2, page, pages, state, blocks::jsonb
           FROM unnest($3::integer[], $4::integer[], $5::text[], $6::text[]) AS r (page, pages, state, blocks)
           ON CONFLICT (organization_id, document_id, page) DO UPDATE
           SET pages = excluded.pages, state = excluded.state, blocks = excluded.blocks`,
          [
            organizationId,
            id,
            some.map(({ page }) => page),
            some.map(({ pages }) => pages),
            some.map(({ state }) => state),
            some.map(({ blocks }) => JSON.stringify(blocks)),
          ],
        );
      }
    },

    delete: () =>
      tx.query('DELETE FROM ocr_pages WHERE organization_id = $1 AND document_id = $2', [
        organizationId,
        id,
      ]),

    all: () =>
      tx.query<Required<PageRow>>(
        `SELECT page, pages, state, blocks, error, ms FROM ocr_pages
         WHERE organization_id = $1 AND document_id = $2 ORDER BY page`,
        [organizationId, id],
      ),

    waiting: async (): Promise<number[]> => {
      const rows = await tx.query<{ page: number }>(
        `SELECT page FROM ocr_pages
         WHERE organization_id = $1 AND document_id = $2 AND state = 'waiting' ORDER BY page`,
        [organizationId, id],
      );
      return rows.map(({ page }) => page);
    },
  };
}

/** Writes a page that was read, or could not be; nothing where another worker has the document by now. */
export async function writePage(
  database: Database,
  { organizationId, id, attempt }: ClaimedDocument,
  { page, blocks, error, milliseconds }: OcrPage,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    const [ours] = await tx.query(
      `SELECT id FROM documents
       WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND ocr_left > 1 FOR UPDATE`,
      [organizationId, id, attempt],
    );
    if (ours === undefined) return;
    // OCR reads what a page has beside its text.
    const [written] = await tx.query(
      `UPDATE ocr_pages SET error = $5, ms = $6,
         state = CASE WHEN $5::text IS NOT NULL THEN 'unread' WHEN $4::jsonb = '[]' THEN 'text' ELSE 'read' END,
         blocks = CASE WHEN $4::jsonb = '[]' THEN blocks ELSE blocks || $4::jsonb END
       WHERE organization_id = $1 AND document_id = $2 AND page = $3 AND state = 'waiting'
       RETURNING page`,
      [organizationId, id, page, JSON.stringify(blocks), error ?? null, milliseconds],
    );
    if (written === undefined) return;
    await tx.query(
      `${updateUncounted('ocr_left = d.ocr_left - 1')} WHERE d.organization_id = $1 AND d.id = $2`,
      [organizationId, id],
    );
  });
}
