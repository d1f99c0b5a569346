import { SEARCH_NEIGHBOURS_MAX } from '@carrel/shared/contract';
import type { SearchResponse } from '@carrel/shared/contract';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { Columns2, X } from 'lucide-react';

import { counted } from '../words.ts';
import { ModeChoice } from './mode-choice.tsx';
import type { SearchParams, Setting } from './search-params.ts';

interface SettingsBarProps {
  params: SearchParams;
  answer: SearchResponse | undefined;
  onChange: (changes: Partial<SearchParams>) => void;
}

const USED: Record<SearchResponse['mode'], string> = {
  words: 'Uses words',
  meaning: 'Uses meaning',
  hybrid: 'Uses words and meaning',
};

const AROUND = Array.from({ length: SEARCH_NEIGHBOURS_MAX + 1 }, (_, around) => ({
  value: String(around),
  label: around === 0 ? 'Results alone' : `With ${counted(around, 'chunk')} around`,
}));

/** How results are ranked and shown, and the way to two lists side by side. */
export function SettingsBar({ params, answer, onChange }: SettingsBarProps) {
  const { compare } = params;
  return (
    <Flex align="center" gap="3" wrap="wrap" mb="3" minHeight="var(--control)">
      {compare === null && (
        <>
          <ModeChoice
            mode={params.mode}
            meaning={answer?.meaning.state}
            onChange={(mode) => onChange({ mode })}
          />
          {params.mode === 'auto' && answer !== undefined && (
            <Text fontSize="sm" color="fg.muted">
              {USED[answer.mode]}
            </Text>
          )}
        </>
      )}
      <Flex align="center" gap="2" ms="auto" minWidth="0">
        <Box asChild css={SELECT}>
          <select
            aria-label="Shown with each result"
            value={params.neighbours}
            onChange={(event) => onChange({ neighbours: Number(event.target.value) })}
          >
            {AROUND.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Box>
        {compare === null ? (
          <Button onClick={() => onChange({ compare: otherThan(params) })}>
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
}

/** Returns the setting to compare with at first: another way of ranking. */
const otherThan = ({ mode, rerank }: Setting): Setting => ({
  mode: mode === 'words' ? 'hybrid' : 'words',
  rerank,
});

const SELECT = {
  minWidth: 0,
  height: 'var(--control)',
  px: '2',
  fontSize: 'sm',
  color: 'fg.default',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  cursor: 'pointer',
};
