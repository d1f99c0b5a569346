import { client, queryKeys } from '@carrel/shared/api';
import { MANIFEST_LIMIT_MAX, manifestSchema } from '@carrel/shared/contract';
import type { Manifest, UploadOptions } from '@carrel/shared/contract';
import { compareWithDataset, planUpload, readCentralDirectory } from '@carrel/shared/packing';
import type { UploadPlan } from '@carrel/shared/packing';
import { apiPaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** The state of the plan of a chosen zip; `none` also when the server has no manifest. */
export type PlanState =
  | { state: 'none' | 'reading' | 'unreadable' | 'stored' }
  | { state: 'refused'; refusal: string }
  | { state: 'ready'; plan: UploadPlan };

const numbers = new WeakMap<File, number>();
let lastNumber = 0;

/** Returns a number that identifies a file, whatever its name. */
function numberOf(file: File): number {
  const number = numbers.get(file) ?? (lastNumber += 1);
  numbers.set(file, number);
  return number;
}

/** The bytes do not change while the file is chosen, and no network is used. */
const OF_A_FILE = {
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
  networkMode: 'always',
  structuralSharing: false,
} as const;

const listManifest = (
  organizationId: string,
  datasetId: string,
  cursor: string | null | undefined,
  signal: AbortSignal,
) =>
  client
    .get(
      apiPaths.manifest(datasetId, {
        limit: MANIFEST_LIMIT_MAX,
        ...(typeof cursor === 'string' ? { cursor } : {}),
      }),
      { organizationId, signal },
    )
    .json(manifestSchema);

/** Every document of a dataset as in the directory of a zip, to compare a zip with. */
export const manifestQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: [...queryKeys.datasets(organizationId), datasetId, 'manifest'],
    queryFn: async ({ signal }) => {
      const documents: Manifest['documents'][number][] = [];
      let limits: Manifest['limits'];
      let rule: Manifest['moved_documents'];
      let isPartialKnown: boolean;
      let cursor: string | null | undefined;
      do {
        const page = await listManifest(organizationId, datasetId, cursor, signal);
        documents.push(...page.documents);
        ({ limits, moved_documents: rule, next_cursor: cursor } = page);
        isPartialKnown = page.partial_archives === true;
      } while (typeof cursor === 'string');
      return { documents, limits, moved_documents: rule, isPartialKnown };
    },
    // Comparing a hundred thousand documents with the previous ones would have no use.
    structuralSharing: false,
    // It may be large: cached only while it is used, and not loaded at each focus of the window.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** Returns what the chosen zip will do to a dataset, without sending it. */
export function useUploadPlan(
  datasetId: string,
  file: File | null,
  { sync, delete_orphans, folder }: UploadOptions,
): PlanState {
  const organizationId = useOrganizationId();
  const number = file === null ? null : numberOf(file);
  const zip = useQuery({
    queryKey: ['zip-contents', number],
    queryFn: file === null ? skipToken : () => readCentralDirectory(file),
    ...OF_A_FILE,
  });
  const manifest = useQuery({
    ...manifestQuery(organizationId, datasetId),
    enabled: file !== null && sync,
  });
  const { data: contents } = zip;
  const { data: present, dataUpdatedAt } = manifest;
  const { data: comparison } = useQuery({
    queryKey: ['zip-comparison', number, datasetId, dataUpdatedAt],
    queryFn:
      contents === undefined || present === undefined
        ? skipToken
        : () => compareWithDataset(contents, present),
    ...OF_A_FILE,
  });
  const plan = useMemo(
    () => comparison && planUpload(comparison, delete_orphans, folder),
    [comparison, delete_orphans, folder],
  );

  if (file === null) return { state: 'none' };
  if (zip.isError) return { state: 'unreadable' };
  // What is wrong with a zip as such is wrong with one that is only stored.
  if (!sync) {
    const refusal = contents?.refusal;
    return refusal === undefined ? { state: 'stored' } : { state: 'refused', refusal };
  }
  if (plan !== undefined) return { state: 'ready', plan };
  // A server without a manifest, or an unreachable one: the server decides in any case.
  return { state: manifest.isError ? 'none' : 'reading' };
}
