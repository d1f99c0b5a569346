import { shownName } from '@carrel/shared/contract';
import { kindLabel } from '@carrel/shared/search';

import type { FindParams } from '../../../data/find/find-params.ts';
import { writeSize } from '../../../data/find/parse-size.ts';
import { statusLabel } from '../../../data/find/status-names.ts';

/** A filter that applies, and what takes it back. */
export interface ActiveFilter {
  label: string;
  without: Partial<FindParams>;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayLabel = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`));

/** Returns the filters that apply, in words. */
export function activeFilters(params: FindParams): ActiveFilter[] {
  const { path, status, kind, from, to, min, max, metadata, ocr, older_reader } = params;
  return [
    ...(path === '' ? [] : [{ label: `In ${shownName(path)}`, without: { path: '' } }]),
    ...(status === null
      ? []
      : [{ label: `Status: ${statusLabel(status)}`, without: { status: null } }]),
    ...kind.map((one) => ({
      label: `Kind: ${kindLabel(one)}`,
      without: { kind: kind.filter((other) => other !== one) },
    })),
    ...(ocr ? [{ label: 'Read by OCR', without: { ocr: false } }] : []),
    ...(older_reader
      ? [{ label: 'Read by an older reader', without: { older_reader: false } }]
      : []),
    ...metadata.map((one) => ({
      label: `${shownName(one.key)}: ${shownName(one.value)}`,
      without: { metadata: metadata.filter((other) => other !== one) },
    })),
    ...(from === '' ? [] : [{ label: `Changed from ${dayLabel(from)}`, without: { from: '' } }]),
    ...(to === '' ? [] : [{ label: `Changed to ${dayLabel(to)}`, without: { to: '' } }]),
    ...(min === null ? [] : [{ label: `At least ${writeSize(min)}`, without: { min: null } }]),
    ...(max === null ? [] : [{ label: `At most ${writeSize(max)}`, without: { max: null } }]),
  ];
}

/** Returns what was looked for, in words. */
export function askedFor(params: FindParams): string {
  const q = params.q.trim();
  const filters = activeFilters(params).map(
    ({ label }) => label.charAt(0).toLowerCase() + label.slice(1),
  );
  const parts = [...(q === '' ? [] : [`“${shownName(q)}”`]), ...filters];
  return parts.join(', ');
}
