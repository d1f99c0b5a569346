import { useOrganizationId } from '@carrel/shared/shell';
import type { UploadOptions } from '@carrel/shared/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { manifestQuery } from './manifest.queries.ts';
import { compareWithDataset, planUpload } from './plan-upload.ts';
import type { UploadPlan } from './plan-upload.ts';
import { readCentralDirectory } from '../zip/read-central-directory.ts';

/** The state of the plan of a chosen zip; `none` also when the server has no manifest. */
export type PlanState =
  | { state: 'none' | 'reading' | 'unreadable' | 'stored' }
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

/** Returns what the chosen zip will do to a dataset, without sending it. */
export function useUploadPlan(
  datasetId: string,
  file: File | null,
  { sync, delete_orphans }: UploadOptions,
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
    () => comparison && planUpload(comparison, delete_orphans),
    [comparison, delete_orphans],
  );

  if (file === null) return { state: 'none' };
  if (zip.isError) return { state: 'unreadable' };
  if (!sync) return { state: 'stored' };
  if (plan !== undefined) return { state: 'ready', plan };
  // A server without a manifest, or an unreachable one: the server decides in any case.
  return { state: manifest.isError ? 'none' : 'reading' };
}
