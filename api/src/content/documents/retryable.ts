import { GAVE_UP, reasons } from '../../extraction/blocks/unreadable-document.ts';

/** Why documents failed before OCR was on. */
const WITHOUT_OCR = [reasons.image(), reasons.scanned()].map((reason) => `'${reason}'`).join(', ');

/**
 * Whether a retry of a failed document can succeed: not where its file cannot be read, which its error
 * says. In queries of a document `d`.
 */
export function retryable({ isOcrOn }: { isOcrOn: boolean }): string {
  const read = isOcrOn ? ` OR d.error IN (${WITHOUT_OCR})` : '';
  return `(d.status <> 'partitioning_error' OR starts_with(coalesce(d.error, ''), '${GAVE_UP}')${read})`;
}
