import type { Document } from '@carrel/shared/contract';

import { lookOfStatus } from '../../data/document-status.ts';

const HEADER = ['Path', 'Stage', 'Reason', 'Attempts'];

/** Characters with which spreadsheets begin a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Returns a field of a CSV file that spreadsheets show as it is. */
function field(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns failed documents as a CSV file, one a line. */
export function failedCsv(documents: readonly Document[]): string {
  const rows = documents.map(({ path, status, error, attempts }) => [
    path,
    lookOfStatus(status).label,
    error ?? '',
    String(attempts ?? ''),
  ]);
  return [HEADER, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
