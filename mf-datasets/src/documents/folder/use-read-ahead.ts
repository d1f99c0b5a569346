import type { NavigationItem } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { LazyDocumentScreen } from '../../document/lazy-document-screen.tsx';
import { folderQuery } from '../../data/documents.queries.ts';

/** Milliseconds for which a folder fetched on hover is fresh. */
const STALE_MS = 10_000;

interface ReadAhead {
  /** Fetches what opening an item needs. */
  hover: (item: NavigationItem) => void;
  /** The same for a document that is being opened, with what is drawn of it. */
  open: (documentId: string) => void;
}

/** Returns functions that fetch a folder or a document before its screen is drawn; they are stable. */
export function useReadAhead(datasetId: string): ReadAhead {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const place = (documentId: string) => ({ organizationId, datasetId, documentId });
    // The screen says what could not be loaded.
    const ignore = () => undefined;
    return {
      hover: (item) => {
        if (item.item_type === 'folder') {
          const polling = { live: false, inProgress: false, arrivedAt: null };
          void queryClient.prefetchInfiniteQuery({
            ...folderQuery(organizationId, datasetId, item.path, polling),
            staleTime: STALE_MS,
          });
          return;
        }
        const id = item.document_id;
        if (!id) return;
        LazyDocumentScreen.load().then(
          (screen) => screen.prefetchDocument(queryClient, place(id)),
          ignore,
        );
      },
      open: (documentId) =>
        void LazyDocumentScreen.load().then(
          (screen) => screen.prefetchOriginal(queryClient, place(documentId)),
          ignore,
        ),
    };
  }, [organizationId, datasetId, queryClient]);
}
