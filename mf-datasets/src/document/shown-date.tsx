import { formatDate, formatTime } from '@carrel/shared/ui/signed-in';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Whether a text of a document is a moment, as readers write one. */
export const isTimestamp = (text: string): boolean =>
  TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text));

/** A moment in the time zone of who reads it; a tooltip has it as it is stored. */
export function ShownDate({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso}>
      {`${formatDate(iso)}, ${formatTime(iso)}`}
    </time>
  );
}
