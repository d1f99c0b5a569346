import { isApiError, messageOf } from '@carrel/shared/api';
import { UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import type { UploadOptions } from '@carrel/shared/contract';
import { atom } from 'jotai';

import { sendArchive } from './sending/send-archive.ts';
import type { UploadKind } from './sending/upload-kind.ts';
import { withSample } from './sending/upload-rate.ts';
import type { Sample } from './sending/upload-rate.ts';

/** The upload into one dataset, running or prepared. */
export interface Upload {
  file: File | null;
  /** The files on the disk that it is made of, where it is not one itself. */
  parts: readonly Blob[];
  options: UploadOptions;
  /** `vanished`: it failed because the file can no longer be read; `elsewhere`: it runs in another tab. */
  phase: 'idle' | 'sending' | 'failed' | 'vanished' | 'elsewhere';
  /** Why the last try failed. */
  reason: string | null;
  /** Bytes of the file, and how many were sent when; meaningful while sending. */
  total: number;
  samples: readonly Sample[];
  /** The connection is lost, and sending goes on by itself. */
  isLost: boolean;
  /** The id on the server of one that can go on; null for others. */
  uploadId: string | null;
  controller: AbortController | null;
  /** The last upload that arrived: its name, when, in milliseconds since 1970, and whether it was only stored. */
  arrived: { name: string; at: number; stored: boolean } | null;
}

export const NO_UPLOAD: Upload = {
  file: null,
  parts: [],
  options: UPLOAD_OPTION_DEFAULTS,
  phase: 'idle',
  reason: null,
  total: 0,
  samples: [],
  isLost: false,
  uploadId: null,
  controller: null,
  arrived: null,
};

export const uploadKey = (datasetId: string, kind: UploadKind) => `${datasetId}/${kind}`;

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
export const changeUploadAtom = atom(null, (_get, set, key: string, change: Partial<Upload>) => {
  set(uploadsAtom, (uploads) => ({
    ...uploads,
    [key]: { ...(uploads[key] ?? NO_UPLOAD), ...change },
  }));
});

/** Stops an upload; its file stays chosen. What the server has of it is deleted. */
export const cancelUploadAtom = atom(null, (get, _set, key: string) => {
  get(uploadsAtom)[key]?.controller?.abort();
});

/** Clears the chosen file; the options stay as they are. */
export const clearUploadAtom = atom(null, (_get, set, key: string) => {
  set(changeUploadAtom, key, {
    file: null,
    parts: [],
    phase: 'idle',
    reason: null,
    samples: [],
    total: 0,
    isLost: false,
    uploadId: null,
  });
});

/** Aborts an upload that is to go on later: the server keeps what it has. */
export const KEEP_UPLOAD = new DOMException('Kept', 'AbortError');

/** The status of an upload that runs in another tab. */
const RUNS_ELSEWHERE = 423;

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
  kind: UploadKind;
  /** Called after each change, on any screen. */
  onChange: (upload: Upload) => void;
  /** Called whenever sending starts or goes on, as the server then lists the upload among the unfinished ones. */
  onListed: () => void;
}

/**
 * Sends the chosen file. Returns whether it arrived: false when it was cancelled or there is nothing
 * to send. Throws the error of the server or the network, and keeps the file.
 */
export const sendUploadAtom = atom(
  null,
  async (get, set, key: string, { onChange, onListed, ...target }: Sending): Promise<boolean> => {
    const { file, parts, options, phase } = get(uploadsAtom)[key] ?? NO_UPLOAD;
    if (file === null || phase === 'sending') return false;
    const controller = new AbortController();
    const { signal } = controller;
    const change = (part: Partial<Upload>) => {
      set(changeUploadAtom, key, part);
      onChange(get(uploadsAtom)[key] ?? NO_UPLOAD);
    };
    const addSample = (loaded: number, total: number) => {
      const samples = get(uploadsAtom)[key]?.samples ?? [];
      change({
        total,
        isLost: false,
        samples: withSample(samples, { at: performance.now(), loaded }),
      });
    };
    const canRead = () => canBeRead([file, ...parts]);
    change({
      phase: 'sending',
      reason: null,
      controller,
      samples: [],
      isLost: false,
      arrived: null,
    });
    addSample(0, file.size);
    window.addEventListener('beforeunload', warnBeforeLeaving);
    try {
      await sendArchive(file, {
        ...target,
        options,
        onProgress: addSample,
        onStart: (uploadId, offset) => {
          onListed();
          // What arrived before says nothing about the speed.
          change({ uploadId, samples: [] });
          addSample(offset, file.size);
        },
        onLost: () => change({ isLost: true }),
        canRead,
        signal,
        isKept: () => signal.reason === KEEP_UPLOAD,
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
      if (signal.aborted) {
        change({ controller: null, phase: 'idle', isLost: false, uploadId: null });
        return false;
      }
      const isElsewhere = isApiError(error) && error.status === RUNS_ELSEWHERE;
      const phase = isElsewhere ? 'elsewhere' : (await canRead()) ? 'failed' : 'vanished';
      change({ controller: null, phase, reason: messageOf(error, 'Failed to upload archive') });
      if (isElsewhere) return false;
      throw error;
    } finally {
      const others = Object.values(get(uploadsAtom)).some((upload) => upload.phase === 'sending');
      if (!others) window.removeEventListener('beforeunload', warnBeforeLeaving);
    }
  },
);
