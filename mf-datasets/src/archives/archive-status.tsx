import type { Archive, ArchiveStatus } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { StatusBadge } from '@carrel/shared/ui/signed-in';
import type { StatusBadgeProps } from '@carrel/shared/ui/signed-in';
import {
  Archive as ArchiveIcon,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  Clock,
  LoaderCircle,
} from 'lucide-react';

const LOOKS: Readonly<Record<ArchiveStatus, Omit<StatusBadgeProps, 'reason'>>> = {
  pending: { label: 'Waiting', icon: <Clock />, tone: 'neutral' },
  processing: { label: 'Processing', icon: <LoaderCircle />, tone: 'info', pulse: true },
  completed: { label: 'Completed', icon: <CircleCheck />, tone: 'success' },
  failed: { label: 'Failed', icon: <CircleAlert />, tone: 'danger' },
};

const PAUSED = { label: 'Paused', icon: <CirclePause />, tone: 'neutral' } as const;
const CANCELLING = { label: 'Cancelling', icon: <CircleSlash />, tone: 'neutral' } as const;
const CANCELLED = { label: 'Cancelled', icon: <CircleSlash />, tone: 'neutral' } as const;

const looks = new Map(Object.entries(LOOKS));

/** Whether an archive was uploaded without Sync, and its bytes are still there. */
export const isOnlyStored = ({ stored, sync }: Archive) => stored === true && !sync;

/** The status of an archive, if the server sends one. One with damage shows what became of its files. */
export function ArchiveStatusBadge({ archive }: { archive: Archive }) {
  const { status, error } = archive;
  if (status === null || status === undefined) {
    return isOnlyStored(archive) ? (
      <StatusBadge label="Stored" icon={<ArchiveIcon />} tone="neutral" />
    ) : null;
  }
  const damage = damageOf(archive);
  if (damage !== undefined) {
    return (
      <Box
        // As wide as its words, so that the names of a table leave it two lines at most.
        width={{ md: 'max-content' }}
        maxWidth={{ md: '16rem' }}
        css={{ '& > *': { whiteSpace: 'normal' } }}
      >
        <StatusBadge label={damage} icon={<CircleAlert />} tone="danger" />
      </Box>
    );
  }
  const controlled = controlledLook(archive);
  if (controlled !== undefined) return <StatusBadge {...controlled} />;
  const look = looks.get(status.toLowerCase()) ?? {
    label: status,
    icon: <CircleDashed />,
    tone: 'neutral',
  };
  return <StatusBadge {...look} reason={error ?? undefined} />;
}

/** What a person did to an archive. */
function controlledLook({ status, paused, cancelled }: Archive) {
  if (cancelled === true) return status === 'failed' ? CANCELLED : CANCELLING;
  return paused === true ? PAUSED : undefined;
}

const COUNTED = ['added', 'changed', 'refused', 'failed'] as const;

/** Returns the counts of a completed archive with refused files or failed documents. */
function damageOf({ status, counts }: Archive): string | undefined {
  if (status !== 'completed' || counts === null || counts === undefined) return undefined;
  if (counts.refused + counts.failed === 0) return undefined;
  return COUNTED.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome].toLocaleString('en-US')} ${outcome}`)
    .join(', ');
}
