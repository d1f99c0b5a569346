import { SEARCH_MODES } from '@carrel/shared/contract';
import type { SearchMode, SearchResponse } from '@carrel/shared/contract';

import { MEANING_OFF } from './meaning-off.ts';
import { MODE_LABELS } from '../../words.ts';
import { ChoiceBar } from './choice-bar.tsx';

interface ModeChoiceProps {
  mode: SearchMode;
  /** Whether the server can search by meaning; undefined while that is not known. */
  meaning: SearchResponse['meaning']['state'] | undefined;
  label?: string;
  onChange: (mode: SearchMode) => void;
}

/** How to rank: what the server can do, by words, by meaning, or by both. */
export function ModeChoice({ mode, meaning, label = 'Search by', onChange }: ModeChoiceProps) {
  const isOff = meaning === 'off';
  return (
    <ChoiceBar
      label={label}
      value={mode}
      reason={isOff ? MEANING_OFF : undefined}
      options={SEARCH_MODES.map((value) => ({
        value,
        label: MODE_LABELS[value],
        disabled: isOff && (value === 'meaning' || value === 'hybrid'),
      }))}
      onChange={onChange}
    />
  );
}
