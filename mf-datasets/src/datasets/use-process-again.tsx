import type { Dataset } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { documentCount } from '../data/chosen-documents.ts';
import { driftQuery } from '../data/drift.queries.ts';
import { ReprocessDialog } from '../parts/selection/reprocess-dialog.tsx';

interface Asked {
  datasetId: string;
  /** Documents that were processed with older settings. */
  count: number;
}

/** Asks whether the documents that a change of settings concerns are processed again. */
export function useProcessAgain(): { ask: (dataset: Dataset) => Promise<void>; dialog: ReactNode } {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return {
    ask: async ({ id }) => {
      try {
        const drift = await queryClient.fetchQuery(driftQuery(organizationId, id));
        if (drift.outdated > 0) setAsked({ datasetId: id, count: drift.outdated });
      } catch {
        // The note on the dataset's documents asks as well.
      }
    },
    dialog: asked !== null && (
      <ReprocessDialog
        datasetId={asked.datasetId}
        title={`Process ${documentCount(asked.count)} again?`}
        chosen={{ count: asked.count, selections: [{ outdated: true }] }}
        onClose={close}
        onDone={close}
      />
    ),
  };
}
