import type { Archive, ArchiveStatus } from '@carrel/shared/contract';
import { StatusBadge } from '@carrel/shared/ui/signed-in';
import type { StatusBadgeProps } from '@carrel/shared/ui/signed-in';
import { CircleAlert, CircleCheck, CircleDashed, Clock, LoaderCircle } from 'lucide-react';

const LOOKS: Readonly<Record<ArchiveStatus, Omit<StatusBadgeProps, 'reason'>>> = {
  pending: { label: 'Waiting', icon: <Clock />, tone: 'neutral' },
  processing: { label: 'Processing', icon: <LoaderCircle />, tone: 'info', pulse: true },
  completed: { label: 'Completed', icon: <CircleCheck />, tone: 'success' },
  failed: { label: 'Failed', icon: <CircleAlert />, tone: 'danger' },
};

const looks = new Map(Object.entries(LOOKS));

/** The status of an archive, if the server sends one. */
export function ArchiveStatusBadge({ archive: { status, error } }: { archive: Archive }) {
  if (status === null || status === undefined) return null;
  const look = looks.get(status.toLowerCase()) ?? {
    label: status,
    icon: <CircleDashed />,
    tone: 'neutral',
  };
  return <StatusBadge {...look} reason={error ?? undefined} />;
}
