import { RelativeTime } from '@carrel/shared/ui/signed-in';

const SOON_MS = 60_000;

interface NextRunProps {
  at: string;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
}

/** When the next run begins. One that is due begins in a moment. */
export function NextRun({ at, readAt }: NextRunProps) {
  if (Date.parse(at) - readAt < SOON_MS) return <span title={at}>In a moment</span>;
  return <RelativeTime value={at} />;
}
