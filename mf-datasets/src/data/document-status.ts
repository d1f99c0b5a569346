import { IN_PROGRESS_STATUSES } from '@carrel/shared/contract';
import type { DocumentStatus } from '@carrel/shared/contract';
import { Boxes, CircleAlert, CircleCheck, CircleDashed, LoaderCircle, Rows3 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

/** How a status is shown: never by colour alone. */
export interface StatusLook {
  label: string;
  icon: LucideIcon;
  tone: 'neutral' | 'info' | 'success' | 'danger';
  pulse?: boolean;
}

/** The words are specified; a colour is that of the group in which summaries count the status. */
const LOOKS: Readonly<Record<DocumentStatus, StatusLook>> = {
  ingested: { label: 'Processing', icon: LoaderCircle, tone: 'neutral', pulse: true },
  partitioned: { label: 'Partitioned', icon: Rows3, tone: 'info' },
  chunked: { label: 'Chunked', icon: Boxes, tone: 'info' },
  embedded: { label: 'Ready', icon: CircleCheck, tone: 'success' },
  partitioning_error: { label: 'Partition Error', icon: CircleAlert, tone: 'danger' },
  chunking_error: { label: 'Chunk Error', icon: CircleAlert, tone: 'danger' },
  embedding_error: { label: 'Embed Error', icon: CircleAlert, tone: 'danger' },
};

const looks = new Map<string, StatusLook>(Object.entries(LOOKS));

/** Returns how a status is shown, in any case of letters; an unknown one is shown as it is. */
export function lookOfStatus(status: string): StatusLook {
  return looks.get(status.toLowerCase()) ?? { label: status, icon: CircleDashed, tone: 'neutral' };
}

const IN_PROGRESS = new Set<string>(IN_PROGRESS_STATUSES);

/** Returns whether the server still works on a document of this status. */
export function isInProgress(status: string): boolean {
  return IN_PROGRESS.has(status.toLowerCase());
}

/** Returns why a document failed, and how often it was tried, in a sentence or two. */
export function reasonOf({
  error,
  attempts,
}: {
  error?: string | null | undefined;
  attempts?: number | null | undefined;
}): string | undefined {
  if (error === null || error === undefined) return undefined;
  if (typeof attempts !== 'number' || attempts < 2) return error;
  return `${error} Tried ${attempts} times.`;
}
