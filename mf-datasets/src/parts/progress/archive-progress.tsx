import type { Archive } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';

import { progressQuery } from '../../data/progress.queries.ts';
import { archiveTexts, stalledText } from './progress-labels.ts';
import { StalledNote } from './stalled-note.tsx';

/** How far the work on an archive is. */
export function ArchiveProgressLine({
  datasetId,
  archive,
}: {
  datasetId: string;
  archive: Archive;
}) {
  const { data } = useQuery(progressQuery(useOrganizationId(), datasetId));
  const progress = data?.progress.archives.find(({ id }) => id === archive.id);
  if (data === undefined || progress === undefined) return null;
  const { stalled, paused } = progress;
  return (
    <>
      <span aria-live="polite">
        {stalled !== null && !paused && <StalledNote>{stalledText(stalled)}</StalledNote>}
      </span>
      {(stalled === null || paused) &&
        archiveTexts(archive, progress, data.readings[archive.id]).map((text) => (
          <div key={text}>{text}</div>
        ))}
    </>
  );
}
