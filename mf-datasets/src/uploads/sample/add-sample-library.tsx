import { messageOf, queryKeys } from '@carrel/shared/api';
import { UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button, toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Library } from 'lucide-react';

import { uploadArchive } from '../../data/archives.api.ts';

/** Ten short documents of an invented company: manuals, policies, a price list. */
const LIBRARY = new URL('sample-library.zip', import.meta.url);

async function readLibrary(): Promise<File> {
  const response = await fetch(LIBRARY);
  if (!response.ok) throw new Error(`The sample library responded with ${response.status}`);
  return new File([await response.blob()], 'sample-library.zip', { type: 'application/zip' });
}

/** Uploads a small library into an empty dataset, so that there is something to ask. */
export function AddSampleLibrary({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: async () =>
      uploadArchive(datasetId, await readLibrary(), UPLOAD_OPTION_DEFAULTS, {
        organizationId,
        onProgress: () => undefined,
      }),
    onSuccess: () => {
      toast.success('Archive uploaded successfully!');
      return queryClient.invalidateQueries({ queryKey: queryKeys.datasets(organizationId) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to upload archive')),
  });
  return (
    <Button variant="secondary" loading={add.isPending} onClick={() => add.mutate()}>
      <Library size={16} aria-hidden />
      Add a sample library
    </Button>
  );
}
