import type { SearchResponse } from '@carrel/shared/contract';
import { CheckboxField, Flex } from '@carrel/shared/ui';

import { ModeChoice } from '../query/choices/mode-choice.tsx';
import type { Setting } from '../query/search-params.ts';

interface SettingFormProps {
  /** Which list it is of, such as "First list". */
  list: string;
  setting: Setting;
  answer: SearchResponse | undefined;
  onChange: (setting: Setting) => void;
}

/** The setting of one of two lists. */
export function SettingForm({ list, setting, answer, onChange }: SettingFormProps) {
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <ModeChoice
        label={`${list}: search by`}
        mode={setting.mode}
        meaning={answer?.meaning.state}
        onChange={(mode) => onChange({ ...setting, mode })}
      />
      <CheckboxField
        label="Reranker"
        aria-label={`${list}: reranker`}
        checked={setting.rerank}
        onChange={({ target }) => onChange({ ...setting, rerank: target.checked })}
      />
    </Flex>
  );
}
