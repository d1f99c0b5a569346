import type { SearchResponse } from '@carrel/shared/contract';
import { Button, Flex, Text } from '@carrel/shared/ui';
import { Columns2, X } from 'lucide-react';
import { memo } from 'react';

import { AroundChoice } from './choices/around-choice.tsx';
import { ModeChoice } from './choices/mode-choice.tsx';
import { areSameButText } from './search-params.ts';
import type { SearchParams, Setting } from './search-params.ts';

interface SettingsBarProps {
  params: SearchParams;
  /** How the results were found, and whether there are vectors; undefined before the first response. */
  mode: SearchResponse['mode'] | undefined;
  meaning: SearchResponse['meaning']['state'] | undefined;
  narrow: boolean;
  onChange: (changes: Partial<SearchParams>) => void;
}

const USED: Record<SearchResponse['mode'], string> = {
  words: 'Uses words',
  meaning: 'Uses meaning',
  hybrid: 'Uses words and meaning',
};

/** How results are ranked and shown, and the way to two lists side by side. */
export const SettingsBar = memo(function SettingsBar(props: SettingsBarProps) {
  const { params, mode, meaning, narrow, onChange } = props;
  const { compare } = params;
  return (
    <Flex align="center" gap="3" wrap="wrap" mb="3" minHeight="var(--control)">
      {compare === null && (
        <>
          <ModeChoice
            mode={params.mode}
            meaning={meaning}
            onChange={(mode) => onChange({ mode })}
          />
          {params.mode === 'auto' && mode !== undefined && !narrow && (
            <Text fontSize="sm" color="fg.muted">
              {USED[mode]}
            </Text>
          )}
        </>
      )}
      <Flex align="center" gap="2" minWidth="0" {...(narrow ? { width: 'full' } : { ms: 'auto' })}>
        <AroundChoice
          around={params.neighbours}
          onChange={(neighbours) => onChange({ neighbours })}
        />
        {compare === null ? (
          <Button onClick={() => onChange({ compare: otherThan(params, mode, meaning) })}>
            <Columns2 aria-hidden />
            Compare
          </Button>
        ) : (
          <Button onClick={() => onChange({ compare: null })}>
            <X aria-hidden />
            Stop comparing
          </Button>
        )}
      </Flex>
    </Flex>
  );
}, areSameButText);

/** Returns the setting to compare with at first: another way of ranking than the one that is used. */
function otherThan(
  { mode, rerank }: Setting,
  used: SettingsBarProps['mode'],
  meaning: SettingsBarProps['meaning'],
): Setting {
  // Where there are words alone, the reranker is what may differ.
  if (meaning === 'off') return { mode, rerank: !rerank };
  return { mode: (mode === 'auto' ? used : mode) === 'words' ? 'hybrid' : 'words', rerank };
}
