import { documentEnding } from '@carrel/shared/contract';
import { useMemo } from 'react';

import type { Reading } from '../../reading.ts';
import { codeTokens } from './code-tokens.ts';
import { TextLines } from './text-lines.tsx';

/** Lines of code, in colours. */
export function CodeLines({ reading }: { reading: Reading }) {
  const { document, text } = reading;
  const tokens = useMemo(
    () =>
      codeTokens(
        text.blocks.map((block) => block.text).join('\n\n'),
        documentEnding(document.name),
      ),
    [text.blocks, document.name],
  );
  return <TextLines reading={reading} tokens={tokens} />;
}
