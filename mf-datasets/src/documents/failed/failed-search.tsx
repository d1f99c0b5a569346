import { Box, TextField } from '@carrel/shared/ui';
import { useState } from 'react';

export interface FailedSearchProps {
  words: string;
  /** Changes where `words` replace what was typed. */
  replaced: number;
  onType: (words: string) => void;
}

/** Narrows failed documents by words of their names and reasons. */
export function FailedSearch({ words, replaced, onType }: FailedSearchProps) {
  const [typed, setTyped] = useState({ text: words, replaced });
  if (typed.replaced !== replaced) setTyped({ text: words, replaced });
  return (
    <Box maxWidth="24rem" mb="4">
      <TextField
        label="Find by file name or reason"
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={typed.text}
        onChange={({ target }) => {
          setTyped({ text: target.value, replaced });
          onType(target.value);
        }}
      />
    </Box>
  );
}
