import type { EntryOutcome, ReceiptCounts } from '@carrel/shared/contract';
import type { UploadPlan } from '@carrel/shared/packing';
import { Box, FormMessage, Heading, Spinner, Stack, Text } from '@carrel/shared/ui';
import { useId, useMemo, useState } from 'react';

import { OutcomeFilter } from './outcome-filter.tsx';
import { OutcomeTable } from './outcome-table.tsx';
import type { PlanState } from './use-upload-plan.ts';

const WORDS = {
  reading: 'Comparing the archive with the dataset',
  unreadable: 'This archive could not be looked into here. The server decides what becomes of it.',
  stored: 'The archive is only stored. No document changes.',
} as const;

/** What an upload will do, before anything is sent. */
export function UploadPlanSummary({ plan }: { plan: PlanState }) {
  if (plan.state === 'none') return null;
  if (plan.state === 'refused') return <FormMessage>{plan.refusal}</FormMessage>;
  if (plan.state !== 'ready') {
    return (
      <Text as="output" display="flex" alignItems="center" gap="2" fontSize="sm" color="fg.muted">
        {plan.state === 'reading' && <Spinner />}
        {WORDS[plan.state]}
      </Text>
    );
  }
  return <ReadyPlan plan={plan.plan} />;
}

/** Returns the outcome to show first: removed documents, then refused files. */
const firstToShow = ({ removed, refused }: ReceiptCounts): EntryOutcome | null =>
  removed > 0 ? 'removed' : refused > 0 ? 'refused' : null;

function ReadyPlan({ plan: { counts, entries, refusal } }: { plan: UploadPlan }) {
  const headingId = useId();
  // Undefined until the user has chosen.
  const [chosen, choose] = useState<EntryOutcome | null>();
  const selected = chosen === undefined ? firstToShow(counts) : chosen;
  const rows = useMemo(
    () => entries.filter(({ outcome }) => outcome === selected),
    [entries, selected],
  );

  return (
    <Box as="section" aria-labelledby={headingId}>
      <Stack gap="3">
        <Heading as="h3" id={headingId} fontSize="sm">
          What this upload will do
        </Heading>
        {refusal !== undefined ? (
          <>
            <FormMessage>{refusal}</FormMessage>
            <Note>This archive cannot be uploaded. No document would change.</Note>
          </>
        ) : counts.total === 0 ? (
          <Note>The archive holds no files.</Note>
        ) : (
          <OutcomeFilter label="Outcomes" counts={counts} selected={selected} onSelect={choose} />
        )}
        {refusal === undefined && rows.length > 0 && (
          <OutcomeTable key={selected} label="Paths" rows={rows} />
        )}
      </Stack>
    </Box>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text fontSize="sm" color="fg.muted">
      {children}
    </Text>
  );
}
