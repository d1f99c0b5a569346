import { TextField } from '@carrel/shared/ui';
import { startTransition, useState } from 'react';

interface SearchFieldProps {
  label: string;
  initial: string;
  onSearch: (text: string) => void;
}

/** What is typed stands at once; what it finds follows as soon as nobody types. */
export function SearchField({ label, initial, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(initial);
  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        const { value } = event.target;
        setText(value);
        startTransition(() => onSearch(value));
      }}
    />
  );
}
