import { messageOf, queryKeys, uploadFile } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

interface Replaced {
  datasetId: string;
  document: { id: string; name: string };
}

/** Returns a mutation that uploads new bytes for a document. It ends when its dialog is closed. */
export function useReplaceDocument({ datasetId, document }: Replaced, onDone: () => void) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const [percent, setPercent] = useState(0);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const upload = useMutation({
    mutationFn: (file: File) => {
      controller.current = new AbortController();
      setPercent(0);
      return uploadFile(apiPaths.replaceDocument(datasetId, document.id), file, {
        organizationId,
        contentType: 'application/octet-stream',
        onProgress: (loaded, total) => setPercent(total === 0 ? 100 : (loaded / total) * 100),
        signal: controller.current.signal,
      });
    },
    onSuccess: () => {
      toast.success(`${shownName(document.name)} is replaced, and is being processed`);
      onDone();
      return queryClient.invalidateQueries({
        queryKey: [...queryKeys.datasets(organizationId), datasetId],
      });
    },
  });
  const { error } = upload;
  return {
    ...upload,
    percent,
    failure: error === null ? undefined : messageOf(error, 'Failed to replace the document'),
  };
}
