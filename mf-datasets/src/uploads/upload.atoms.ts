import { UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import type { UploadOptions } from '@carrel/shared/contract';
import { atom } from 'jotai';

import { uploadArchive } from '../archives/archives.api.ts';
import { withSample } from './upload-rate.ts';
import type { Sample } from './upload-rate.ts';

/** The upload into one dataset, running or prepared. */
export interface Upload {
  file: File | null;
  options: UploadOptions;
  /** `vanished`: it failed because the file can no longer be read. */
  phase: 'idle' | 'sending' | 'failed' | 'vanished';
  /** Bytes of the file, and how many were sent when; meaningful while sending. */
  total: number;
  samples: readonly Sample[];
  controller: AbortController | null;
  /** The last upload that arrived: its name, and when, in milliseconds since 1970. */
  arrived: { name: string; at: number } | null;
}

export const NO_UPLOAD: Upload = {
  file: null,
  options: UPLOAD_OPTION_DEFAULTS,
  phase: 'idle',
  total: 0,
  samples: [],
  controller: null,
  arrived: null,
};

/** Uploads by the id of their dataset. They continue when their screen is left. */
export const uploadsAtom = atom<Readonly<Record<string, Upload>>>({});

/** Changes a dataset's upload. */
export const changeUploadAtom = atom(
  null,
  (_get, set, datasetId: string, change: Partial<Upload>) => {
    set(uploadsAtom, (uploads) => ({
      ...uploads,
      [datasetId]: { ...(uploads[datasetId] ?? NO_UPLOAD), ...change },
    }));
  },
);

/** Stops a dataset's upload; its file stays chosen. */
export const cancelUploadAtom = atom(null, (get, _set, datasetId: string) => {
  get(uploadsAtom)[datasetId]?.controller?.abort();
});

/** Clears the chosen file; the options stay as they are. */
export const clearUploadAtom = atom(null, (_get, set, datasetId: string) => {
  set(changeUploadAtom, datasetId, { file: null, phase: 'idle', samples: [], total: 0 });
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
export const sendUploadAtom = atom(
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
    change({ phase: 'sending', controller, samples: [], arrived: null });
    addSample(0, file.size);
    window.addEventListener('beforeunload', warnBeforeLeaving);
    try {
      await uploadArchive(datasetId, file, options, {
        organizationId,
        onProgress: addSample,
        signal: controller.signal,
      });
      set(clearUploadAtom, datasetId);
      change({ controller: null, arrived: { name: file.name, at: Date.now() } });
      return true;
    } catch (error) {
      if (controller.signal.aborted) {
        change({ controller: null, phase: 'idle' });
        return false;
      }
      change({ controller: null, phase: (await canBeRead(file)) ? 'failed' : 'vanished' });
      throw error;
    } finally {
      const others = Object.values(get(uploadsAtom)).some((upload) => upload.phase === 'sending');
      if (!others) window.removeEventListener('beforeunload', warnBeforeLeaving);
    }
  },
);
