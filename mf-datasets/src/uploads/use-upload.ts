import { messageOf, queryKeys } from '@carrel/shared/api';
import type { UploadOptions } from '@carrel/shared/contract';
import { useOrganizationId, useShell } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';

import {
  NO_UPLOAD,
  cancelUploadAtom,
  changeUploadAtom,
  clearUploadAtom,
  sendUploadAtom,
  uploadsAtom,
} from './upload.atoms.ts';
import type { Upload } from './upload.atoms.ts';
import { taskOf } from './upload-task.ts';

/** Returns a dataset's upload and its actions. Sending continues when the screen is left. */
export function useUpload(datasetId: string) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const upload = useAtomValue(uploadsAtom)[datasetId] ?? NO_UPLOAD;
  const change = useSetAtom(changeUploadAtom);
  const clear = useSetAtom(clearUploadAtom);
  const cancel = useSetAtom(cancelUploadAtom);
  const sendUpload = useSetAtom(sendUploadAtom);

  const { setTask } = useShell();
  const showTask = (upload: Upload) => setTask?.(`upload-${datasetId}`, taskOf(datasetId, upload));

  const send = async () => {
    try {
      if (!(await sendUpload(datasetId, { organizationId, onChange: showTask }))) return;
      toast.success('Archive uploaded successfully!');
      await queryClient.invalidateQueries({
        queryKey: queryKeys.archives(organizationId, datasetId),
      });
    } catch (error) {
      toast.error(messageOf(error, 'Failed to upload archive'));
    }
  };

  return {
    upload,
    choose: (file: File) => change(datasetId, { file, phase: 'idle', arrived: null }),
    setOptions: (options: UploadOptions) => change(datasetId, { options }),
    clear: () => clear(datasetId),
    cancel: () => cancel(datasetId),
    send,
  };
}
