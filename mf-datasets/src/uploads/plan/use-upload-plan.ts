import { useOrganizationId } from '@carrel/shared/shell';
import type { UploadOptions } from '@carrel/shared/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { manifestQuery } from './manifest.queries.ts';
import { compareWithDataset, planUpload } from './plan-upload.ts';
import type { UploadPlan } from './plan-upload.ts';
import { readCentralDirectory } from '../zip/read-central-directory.ts';

/** How far the look into a chosen zip has come; `none` also where the server cannot be asked. */
export type PlanState =
  | { state: 'none' | 'reading' | 'unreadable' | 'stored' }
  | { state: 'ready'; plan: UploadPlan };

const numbers = new WeakMap<File, number>();
let lastNumber = 0;

/** Tells files apart, whatever they are called. */
function numberOf(file: File): number {
  const number = numbers.get(file) ?? (lastNumber += 1);
  numbers.set(file, number);
  return number;
}

/** The same bytes for as long as the file is chosen, and not a word of it from the network. */
const OF_A_FILE = {
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
  networkMode: 'always',
  structuralSharing: false,
} as const;

/** What the chosen zip will do to a dataset. Nothing of it is sent for that. */
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
  // A server without this call, or one that is away: it decides by itself, as it does anyway.
  return { state: manifest.isError ? 'none' : 'reading' };
}
