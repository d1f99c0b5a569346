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
  /** The files on the disk that it is made of, where it is not one itself. */
  parts: readonly Blob[];
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
  parts: [],
  options: UPLOAD_OPTION_DEFAULTS,
  phase: 'idle',
  reason: null,
  total: 0,
  samples: [],
  controller: null,
  arrived: null,
};

/** What is uploaded into a dataset: one archive and one set of files, at the same time. */
type UploadKind = 'archive' | 'files';

const uploadKey = (datasetId: string, kind: UploadKind) => `${datasetId}/${kind}`;

/** Uploads by their key. They continue when their screen is left. */
export const uploadsAtom = atom<Readonly<Record<string, Upload>>>({});

/** Returns when the last upload into a dataset arrived, in milliseconds since 1970; null for none. */
export function lastArrival(
  uploads: Readonly<Record<string, Upload>>,
  datasetId: string,
): number | null {
  const kinds: UploadKind[] = ['archive', 'files'];
  const times = kinds.flatMap((kind) => uploads[uploadKey(datasetId, kind)]?.arrived?.at ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** Changes an upload. */
const changeUploadAtom = atom(null, (_get, set, key: string, change: Partial<Upload>) => {
  set(uploadsAtom, (uploads) => ({
    ...uploads,
    [key]: { ...(uploads[key] ?? NO_UPLOAD), ...change },
  }));
});

/** Stops an upload; its file stays chosen. */
const cancelUploadAtom = atom(null, (get, _set, key: string) => {
  get(uploadsAtom)[key]?.controller?.abort();
});

/** Clears the chosen file; the options stay as they are. */
const clearUploadAtom = atom(null, (_get, set, key: string) => {
  set(changeUploadAtom, key, {
    file: null,
    parts: [],
    phase: 'idle',
    reason: null,
    samples: [],
    total: 0,
  });
});

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Returns whether files can still be read: browsers report a moved or changed file only as a failed upload. */
async function canBeRead(files: readonly Blob[]): Promise<boolean> {
  try {
    for (const file of files) await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

interface Sending {
  datasetId: string;
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
  async (
    get,
    set,
    key: string,
    { datasetId, organizationId, onChange }: Sending,
  ): Promise<boolean> => {
    const { file, parts, options, phase } = get(uploadsAtom)[key] ?? NO_UPLOAD;
    if (file === null || phase === 'sending') return false;
    const controller = new AbortController();
    const change = (part: Partial<Upload>) => {
      set(changeUploadAtom, key, part);
      onChange(get(uploadsAtom)[key] ?? NO_UPLOAD);
    };
    const addSample = (loaded: number, total: number) => {
      const samples = get(uploadsAtom)[key]?.samples ?? [];
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
      set(clearUploadAtom, key);
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
      const phase = (await canBeRead([file, ...parts])) ? 'failed' : 'vanished';
      change({ controller: null, phase, reason: messageOf(error, 'Failed to upload archive') });
      throw error;
    } finally {
      const others = Object.values(get(uploadsAtom)).some((upload) => upload.phase === 'sending');
      if (!others) window.removeEventListener('beforeunload', warnBeforeLeaving);
    }
  },
);

/** Returns a running upload as a task of the sidebar; null for one that does not run. */
function taskOf(page: string, upload: Upload, dataset: string | undefined): Task | null {
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
    to: page,
    cancel: () => controller?.abort(),
  };
}

const WORDS = {
  archive: { arrived: 'Archive uploaded successfully!', failed: 'Failed to upload archive' },
  files: { arrived: 'Files uploaded successfully!', failed: 'Failed to upload files' },
};

/** Where an upload is shown. */
const PAGES = { archive: consolePaths.datasetArchives, files: consolePaths.datasetDocuments };

/**
 * Returns the upload of an archive into a dataset, or that of files, and its actions. Sending continues when the
 * screen is left.
 */
export function useUpload(datasetId: string, kind: UploadKind = 'archive') {
  const key = uploadKey(datasetId, kind);
  const words = WORDS[kind];
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const { dataset } = useDataset(datasetId);
  const upload = useAtomValue(uploadsAtom)[key] ?? NO_UPLOAD;
  const change = useSetAtom(changeUploadAtom);
  const clear = useSetAtom(clearUploadAtom);
  const cancel = useSetAtom(cancelUploadAtom);
  const sendUpload = useSetAtom(sendUploadAtom);

  const { setTask } = useShell();
  const showTask = (upload: Upload) =>
    setTask?.(`upload-${key}`, taskOf(PAGES[kind](datasetId), upload, dataset?.name));

  const reloadArchives = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.archives(organizationId, datasetId) });

  /** Returns whether it has arrived. */
  const send = async (): Promise<boolean> => {
    const sending = { datasetId, organizationId, onChange: showTask };
    try {
      if (!(await sendUpload(key, sending))) return false;
      toast.success(words.arrived);
      await reloadArchives();
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      if (isApiError(error) && error.status === 404) await reloadArchives();
      return false;
    }
  };

  return {
    upload,
    choose: (file: File, { options = upload.options, parts = [] }: Partial<Upload> = {}) =>
      change(key, { file, parts, options, phase: 'idle', reason: null, arrived: null }),
    setOptions: (options: UploadOptions) => change(key, { options }),
    clear: () => clear(key),
    cancel: () => cancel(key),
    send,
  };
}
