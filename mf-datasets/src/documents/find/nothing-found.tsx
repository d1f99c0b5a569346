import { Button } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { SearchX } from 'lucide-react';

import { askedFor } from './filters/filter-labels.ts';
import { filterCount, NOTHING_ASKED } from '../../data/find/find-params.ts';
import type { FindParams } from '../../data/find/find-params.ts';

interface NothingFoundProps {
  params: FindParams;
  onChange: (changes: Partial<FindParams>) => void;
}

/** Says what was looked for in vain, and what to try. */
export function NothingFound({ params, onChange }: NothingFoundProps) {
  const asked = askedFor(params);
  const hasText = params.q.trim() !== '';
  const hasFilters = filterCount(params) > 0;
  const inFolder = params.path !== '';
  const advice = [
    ...(hasText ? ['a shorter part of the name'] : []),
    ...(hasFilters ? ['fewer filters'] : []),
    ...(inFolder ? ['the whole dataset'] : []),
  ];
  return (
    <EmptyState
      icon={<SearchX />}
      title="No document found"
      description={
        asked === ''
          ? 'This dataset has no documents.'
          : `Nothing matches ${asked}. Try ${adviceText(advice)}.`
      }
      action={
        inFolder ? (
          <Button onClick={() => onChange({ path: '' })}>Look in the whole dataset</Button>
        ) : (
          <Button onClick={() => onChange(NOTHING_ASKED)}>Clear all</Button>
        )
      }
    />
  );
}

const adviceText = (advice: readonly string[]) =>
  advice.length === 0
    ? 'something else'
    : new Intl.ListFormat('en-US', { type: 'disjunction' }).format(advice);
