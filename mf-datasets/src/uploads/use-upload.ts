import { isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import { UPLOAD_OPTION_DEFAULTS, shownName } from '@carrel/shared/contract';
import type { UploadOptions } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, useShell } from '@carrel/shared/shell';
import type { Task } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';
import { atom, useAtomValue, useSetAtom } from 'jotai';

import { useDataset } from '../datasets/use-dataset.ts';
import { uploadArchive } from '../archives/archives.api.ts';
import { withSample, rateOf, timeLeft } from './upload-rate.ts';
import type { Sample } from './upload-rate.ts';

/** The upload into one dataset, running or prepared. */
export interface Upload {
  file: File | null;
  options: UploadOptions;
  /** `vanished`: it failed because the file can no longer be read. */
  phase: 'idle' | 'sending' | 'failed' | 'vanished';
  /** Why the last try failed. */
  reason: string | null;
  /** Bytes of the file, and how many were sent when; meaningful while sending. */
  total: number;
  samples: readonly Sample[];
  controller: AbortController | null;
  /** The last upload that arrived: its name, when, in milliseconds since 1970, and whether it was only stored. */
  arrived: { name: string; at: number; stored: boolean } | null;
}

const NO_UPLOAD: Upload = {
  file: null,
  options: UPLOAD_OPTION_DEFAULTS,
  phase: 'idle',
  reason: null,
  total: 0,
  samples: [],
  controller: null,
  arrived: null,
};

/** Uploads by the id of their dataset. They continue when their screen is left. */
export const uploadsAtom = atom<Readonly<Record<string, Upload>>>({});

/** Changes a dataset's upload. */
const changeUploadAtom = atom(null, (_get, set, datasetId: string, change: Partial<Upload>) => {
  set(uploadsAtom, (uploads) => ({
    ...uploads,
    [datasetId]: { ...(uploads[datasetId] ?? NO_UPLOAD), ...change },
  }));
});

/** Stops a dataset's upload; its file stays chosen. */
const cancelUploadAtom = atom(null, (get, _set, datasetId: string) => {
  get(uploadsAtom)[datasetId]?.controller?.abort();
});

/** Clears the chosen file; the options stay as they are. */
const clearUploadAtom = atom(null, (_get, set, datasetId: string) => {
  set(changeUploadAtom, datasetId, {
    file: null,
    phase: 'idle',
    reason: null,
    samples: [],
    total: 0,
  });
});

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Returns whether a file can still be read: browsers report a moved or changed file only as a failed upload. */
async function canBeRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

interface Sending {
  organizationId: string;
  /** Called after each change, on any screen. */
  onChange: (upload: Upload) => void;
}

/**
 * Sends the chosen file. Returns whether it arrived: false when it was cancelled or there is nothing
 * to send. Throws the error of the server or the network, and keeps the file.
 */
const sendUploadAtom = atom(
  null,
  async (get, set, datasetId: string, { organizationId, onChange }: Sending): Promise<boolean> => {
    const { file, options, phase } = get(uploadsAtom)[datasetId] ?? NO_UPLOAD;
    if (file === null || phase === 'sending') return false;
    const controller = new AbortController();
    const change = (part: Partial<Upload>) => {
      set(changeUploadAtom, datasetId, part);
      onChange(get(uploadsAtom)[datasetId] ?? NO_UPLOAD);
    };
    const addSample = (loaded: number, total: number) => {
      const samples = get(uploadsAtom)[datasetId]?.samples ?? [];
      change({ total, samples: withSample(samples, { at: performance.now(), loaded }) });
    };
    change({ phase: 'sending', reason: null, controller, samples: [], arrived: null });
    addSample(0, file.size);
    window.addEventListener('beforeunload', warnBeforeLeaving);
    try {
      await uploadArchive(datasetId, file, options, {
        organizationId,
        onProgress: addSample,
        signal: controller.signal,
      });
      set(clearUploadAtom, datasetId);
      // What it removes is decided anew for each archive.
      change({ options: { ...options, delete_orphans: false } });
      change({
        controller: null,
        arrived: { name: file.name, at: Date.now(), stored: !options.sync },
      });
      return true;
    } catch (error) {
      if (controller.signal.aborted) {
        change({ controller: null, phase: 'idle' });
        return false;
      }
      const phase = (await canBeRead(file)) ? 'failed' : 'vanished';
      change({ controller: null, phase, reason: messageOf(error, 'Failed to upload archive') });
      throw error;
    } finally {
      const others = Object.values(get(uploadsAtom)).some((upload) => upload.phase === 'sending');
      if (!others) window.removeEventListener('beforeunload', warnBeforeLeaving);
    }
  },
);

/** Returns a running upload as a task of the sidebar; null for one that does not run. */
function taskOf(datasetId: string, upload: Upload, dataset: string | undefined): Task | null {
  const { file, phase, total, samples, controller } = upload;
  if (phase !== 'sending' || file === null) return null;
  const loaded = samples.at(-1)?.loaded ?? 0;
  const value = total === 0 ? 0 : (loaded / total) * 100;
  const left = timeLeft(total - loaded, rateOf(samples));
  const progress = left === null ? `${Math.floor(value)}%` : `${Math.floor(value)}%, ${left}`;
  return {
    label: [dataset, shownName(file.name)].filter((name) => name !== undefined).join(': '),
    value,
    detail: total > 0 && loaded >= total ? 'Checking the archive' : progress,
    to: consolePaths.datasetArchives(datasetId),
    cancel: () => controller?.abort(),
  };
}

/** Returns a dataset's upload and its actions. Sending continues when the screen is left. */
export function useUpload(datasetId: string) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const { dataset } = useDataset(datasetId);
  const upload = useAtomValue(uploadsAtom)[datasetId] ?? NO_UPLOAD;
  const change = useSetAtom(changeUploadAtom);
  const clear = useSetAtom(clearUploadAtom);
  const cancel = useSetAtom(cancelUploadAtom);
  const sendUpload = useSetAtom(sendUploadAtom);

  const { setTask } = useShell();
  const showTask = (upload: Upload) =>
    setTask?.(`upload-${datasetId}`, taskOf(datasetId, upload, dataset?.name));

  const reloadArchives = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.archives(organizationId, datasetId) });

  const send = async () => {
    try {
      if (!(await sendUpload(datasetId, { organizationId, onChange: showTask }))) return;
      toast.success('Archive uploaded successfully!');
      await reloadArchives();
    } catch (error) {
      toast.error(messageOf(error, 'Failed to upload archive'));
      if (isApiError(error) && error.status === 404) await reloadArchives();
    }
  };

  return {
    upload,
    choose: (file: File) => change(datasetId, { file, phase: 'idle', reason: null, arrived: null }),
    setOptions: (options: UploadOptions) => change(datasetId, { options }),
    clear: () => clear(datasetId),
    cancel: () => cancel(datasetId),
    send,
  };
}
