import { shownName } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import type { Task } from '@carrel/shared/shell';

import { rateOf, timeLeft } from './upload-rate.ts';
import type { Upload } from './upload.atoms.ts';

/** Returns a running upload as a task of the sidebar; null for one that does not run. */
export function taskOf(datasetId: string, upload: Upload): Task | null {
  const { file, phase, total, samples, controller } = upload;
  if (phase !== 'sending' || file === null) return null;
  const loaded = samples.at(-1)?.loaded ?? 0;
  const value = total === 0 ? 0 : (loaded / total) * 100;
  const left = timeLeft(total - loaded, rateOf(samples));
  const progress = left === null ? `${Math.floor(value)}%` : `${Math.floor(value)}%, ${left}`;
  return {
    label: shownName(file.name),
    value,
    detail: total > 0 && loaded >= total ? 'Checking the archive' : progress,
    to: consolePaths.datasetArchives(datasetId),
    cancel: () => controller?.abort(),
  };
}
