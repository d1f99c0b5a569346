import { TextField } from '@carrel/shared/ui';
import { useState } from 'react';

import { parseSize, writeSize } from '../../../data/find/parse-size.ts';

interface SizeFieldProps {
  label: string;
  /** In bytes; null for no limit. */
  value: number | null;
  onChange: (value: number | null) => void;
}

const textOf = (value: number | null) => (value === null ? '' : writeSize(value));

/** A size with its unit. It applies on Enter, and when it is left. */
export function SizeField({ label, value, onChange }: SizeFieldProps) {
  const [typed, setTyped] = useState({ text: textOf(value), of: value, error: false });
  if (typed.of !== value) setTyped({ text: textOf(value), of: value, error: false });
  const apply = () => {
    const size = typed.text.trim() === '' ? null : parseSize(typed.text);
    if (size === undefined) setTyped({ ...typed, error: true });
    else if (size !== value) onChange(size);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label={label}
        value={typed.text}
        placeholder="500 KB"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        error={typed.error ? 'Type a size such as 500 KB or 2 MB' : undefined}
        onChange={({ target }) => setTyped({ text: target.value, of: value, error: false })}
        onBlur={apply}
      />
    </form>
  );
}
