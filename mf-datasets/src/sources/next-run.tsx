import { RelativeTime } from '@carrel/shared/ui/signed-in';

const SOON_MS = 60_000;

/** When the next run begins. */
export function NextRun({ at }: { at: string }) {
  if (Date.parse(at) - Date.now() < SOON_MS) return <span title={at}>In a moment</span>;
  return <RelativeTime value={at} />;
}
