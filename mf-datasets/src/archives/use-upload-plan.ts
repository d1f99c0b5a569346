import { useOrganizationId } from '@carrel/shared/shell';
import type { UploadOptions } from '@carrel/shared/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { manifestQuery } from './manifest.queries.ts';
import { planUpload } from './plan-upload.ts';
import type { UploadPlan } from './plan-upload.ts';
import { readCentralDirectory } from './read-central-directory.ts';

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

/** What the chosen zip will do to a dataset. Nothing of it is sent for that. */
export function useUploadPlan(
  datasetId: string,
  file: File | null,
  { sync, delete_orphans }: UploadOptions,
): PlanState {
  const organizationId = useOrganizationId();
  const zip = useQuery({
    queryKey: ['zip-contents', file === null ? null : numberOf(file)],
    queryFn: file === null ? skipToken : () => readCentralDirectory(file),
    // The same bytes for as long as the file is chosen.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  const manifest = useQuery({
    ...manifestQuery(organizationId, datasetId),
    enabled: file !== null && sync,
  });
  const plan = useMemo(
    () => zip.data && manifest.data && planUpload(zip.data, manifest.data, delete_orphans),
    [zip.data, manifest.data, delete_orphans],
  );

  if (file === null) return { state: 'none' };
  if (zip.isError) return { state: 'unreadable' };
  if (!sync) return { state: 'stored' };
  if (plan !== undefined) return { state: 'ready', plan };
  // A server without this call, or one that is away: it decides by itself, as it does anyway.
  return { state: manifest.isError ? 'none' : 'reading' };
}
