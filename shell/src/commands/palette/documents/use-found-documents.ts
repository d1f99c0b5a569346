import { isApiError, queryKeys } from '@carrel/shared/api';
import { useShell } from '@carrel/shared/shell';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { foundDocuments } from './found-documents.tsx';
import type { PaletteSection } from '../palette-sections.ts';
import { searchDocuments } from './search-documents.api.ts';

/** Characters from which on documents are searched. */
const QUERY_MIN = 2;
/** How long nothing has to be typed, in milliseconds. */
const PAUSE_MS = 150;
/** For how long results are shown again without a request, in milliseconds. */
const STALE_MS = 30_000;

const NONE: readonly PaletteSection[] = [];

/**
 * Returns documents by name and passages of the organization for what is typed, those of the text before
 * until they come. Nothing without an organization, without a connection, and on servers that cannot.
 */
export function useFoundDocuments(typed: string): readonly PaletteSection[] {
  const { organizationId } = useShell();
  const navigate = useNavigate();
  const [isMissing, setMissing] = useState(false);
  const query = typed.trim();
  const asked = usePaused(query);
  const isLong = query.length >= QUERY_MIN && asked.length >= QUERY_MIN;
  const isAsked = organizationId !== null && isLong && !isMissing;
  const { data, error } = useQuery({
    queryKey: queryKeys.search(
      organizationId ?? '',
      { kind: 'organization', id: 'palette' },
      isAsked ? asked : null,
    ),
    queryFn: isAsked
      ? async ({ signal }) => ({
          asked,
          results: (await searchDocuments(organizationId, asked, signal)).results,
        })
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (!isMissing && isApiError(error) && error.status === 404) setMissing(true);
  return useMemo(
    () =>
      isAsked && data !== undefined
        ? foundDocuments(data.results, data.asked, (path) => void navigate(path))
        : NONE,
    [isAsked, data, navigate],
  );
}

/** Returns a text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
