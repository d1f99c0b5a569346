import type { UnfinishedUpload } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';

import { uploadsAtom } from '../../data/upload.atoms.ts';
import { unfinishedUploadsQuery } from '../../data/unfinished.queries.ts';

/** Returns the unfinished uploads into a dataset that this tab neither sends nor has the file of. */
export function useUnfinishedUploads(datasetId: string): {
  isPending: boolean;
  /** When the list was read, in milliseconds since 1970. */
  readAt: number;
  uploads: readonly UnfinishedUpload[];
} {
  const organizationId = useOrganizationId();
  const {
    data = [],
    isPending,
    dataUpdatedAt: readAt,
  } = useQuery(unfinishedUploadsQuery(organizationId, datasetId));
  const chosen = new Set(
    Object.values(useAtomValue(uploadsAtom)).flatMap(({ file, uploadId }) =>
      file === null ? [] : (uploadId ?? []),
    ),
  );
  return {
    isPending,
    readAt,
    uploads: data.filter(({ id, runs }) => runs !== 'here' && !chosen.has(id)),
  };
}
