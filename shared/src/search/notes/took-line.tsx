import type { SearchResponse } from '@carrel/shared/contract';
import { Text } from '@carrel/shared/ui';

import { countText, counted } from '../words.ts';

const STEPS = ['words', 'embedding', 'meaning', 'rerank', 'reading'] as const;

const milliseconds = (time: number) => countText(Math.round(time));

/** Returns how much was found in what, and how long each step took. */
export function tookText({ results, searched, took }: SearchResponse): string {
  const steps = STEPS.flatMap((step) => {
    const time = took[step];
    return time === null ? [] : [`${step} ${milliseconds(time)}`];
  });
  const where = `${counted(searched.documents, 'document')} in ${counted(searched.datasets, 'dataset')}`;
  const time = `${milliseconds(took.total)} ms`;
  return `${counted(results.length, 'result')} from ${where}, ${time} (${steps.join(', ')})`;
}

interface TookLineProps {
  answer: SearchResponse;
  /** Says where no reranker took part, which this list should have. */
  wantsReranker: boolean;
}

/** The size and the times of a search, in one line. */
export function TookLine({ answer, wantsReranker }: TookLineProps) {
  const isMissed = wantsReranker && answer.took.rerank === null;
  return (
    <Text fontSize="xs" color="fg.muted" css={{ fontVariantNumeric: 'tabular-nums' }}>
      {tookText(answer)}
      {isMissed && '. No reranker took part.'}
    </Text>
  );
}
