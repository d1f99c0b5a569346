import { loadUploads, messageOf, queryKeys } from '@carrel/shared/api';
import type { UnfinishedUpload } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog, formatSize } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { forgetUpload } from '../../data/sending/remembered-uploads.ts';

interface DiscardUploadDialogProps {
  upload: UnfinishedUpload;
  onClose: () => void;
}

/** Asks before an unfinished upload is deleted. */
export function DiscardUploadDialog({ upload, onClose }: DiscardUploadDialogProps) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const discard = useMutation({
    mutationFn: async () => {
      const { discardUpload } = await loadUploads();
      await discardUpload(organizationId, upload.dataset_id, upload.id);
    },
    onSuccess: async () => {
      forgetUpload(upload.id);
      toast.success('Upload discarded');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.uploads(organizationId) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to discard the upload')),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => discard.mutate()}
      title="Discard upload"
      name={upload.filename}
      consequences={[
        `The ${formatSize(upload.received, { decimals: 2 })} that were uploaded are deleted from the server.`,
        'The file on your computer stays as it is.',
      ]}
      confirmLabel="Discard"
      pending={discard.isPending}
    />
  );
}
