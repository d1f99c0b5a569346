import { isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import type { UploadOptions } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, useShell } from '@carrel/shared/shell';
import type { Task } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';

import { useDataset } from '../data/use-dataset.ts';
import type { UploadKind } from '../data/sending/upload-kind.ts';
import { rateOf, timeLeft } from '../data/sending/upload-rate.ts';
import {
  cancelUploadAtom,
  changeUploadAtom,
  clearUploadAtom,
  KEEP_UPLOAD,
  NO_UPLOAD,
  sendUploadAtom,
  uploadKey,
  uploadsAtom,
} from '../data/upload.atoms.ts';
import type { Upload } from '../data/upload.atoms.ts';

/** Returns a running upload as a task of the sidebar; null for one that does not run. */
function taskOf(page: string, upload: Upload, dataset: string | undefined): Task | null {
  const { file, phase, total, samples, controller, isLost } = upload;
  if (phase !== 'sending' || file === null) return null;
  const loaded = samples.at(-1)?.loaded ?? 0;
  const value = total === 0 ? 0 : (loaded / total) * 100;
  const left = isLost ? 'connection lost' : timeLeft(total - loaded, rateOf(samples));
  const progress = left === null ? `${Math.floor(value)}%` : `${Math.floor(value)}%, ${left}`;
  return {
    label: [dataset, shownName(file.name)].filter((name) => name !== undefined).join(': '),
    value,
    detail: total > 0 && loaded >= total && !isLost ? 'Checking the archive' : progress,
    to: page,
    cancel: () => controller?.abort(),
    suspend: () => controller?.abort(KEEP_UPLOAD),
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
  const reloadUnfinished = () =>
    void queryClient.invalidateQueries({ queryKey: queryKeys.uploads(organizationId) });

  /** Returns whether it has arrived. */
  const send = async (): Promise<boolean> => {
    let isListed = false;
    const sending = {
      datasetId,
      organizationId,
      kind,
      onChange: showTask,
      onListed: () => {
        isListed = true;
        reloadUnfinished();
      },
    };
    try {
      if (!(await sendUpload(key, sending))) return false;
      toast.success(words.arrived);
      await reloadArchives();
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      if (isApiError(error) && error.status === 404) await reloadArchives();
      return false;
    } finally {
      if (isListed) reloadUnfinished();
    }
  };

  return {
    upload,
    choose: (
      file: File,
      { options = upload.options, parts = [], uploadId = null }: Partial<Upload> = {},
    ) =>
      change(key, { file, parts, options, uploadId, phase: 'idle', reason: null, arrived: null }),
    setOptions: (options: UploadOptions) => change(key, { options }),
    clear: () => clear(key),
    cancel: () => cancel(key),
    send,
  };
}
