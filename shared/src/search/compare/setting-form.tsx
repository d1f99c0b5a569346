import type { SearchResponse } from '@carrel/shared/contract';
import { CheckboxField, Flex } from '@carrel/shared/ui';

import { ModeChoice } from '../query/choices/mode-choice.tsx';
import type { Setting } from '../query/search-params.ts';

interface SettingFormProps {
  /** Which list it is of, such as "First list". */
  list: string;
  setting: Setting;
  answer: SearchResponse | undefined;
  /** Whether the server may have a reranker. */
  hasReranker: boolean;
  onChange: (setting: Setting) => void;
}

/** The setting of one of two lists. */
export function SettingForm({ list, setting, answer, hasReranker, onChange }: SettingFormProps) {
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <ModeChoice
        label={`${list}: search by`}
        mode={setting.mode}
        meaning={answer?.meaning.state}
        onChange={(mode) => onChange({ ...setting, mode })}
      />
      {hasReranker && (
        <CheckboxField
          label="Reranker"
          aria-label={`${list}: reranker`}
          checked={setting.rerank}
          onChange={({ target }) => onChange({ ...setting, rerank: target.checked })}
        />
      )}
    </Flex>
  );
}
