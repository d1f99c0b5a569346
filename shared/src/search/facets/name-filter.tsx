import { TextField } from '@carrel/shared/ui';
import { useState } from 'react';

const NAME_MAX = 255;

interface NameFilterProps {
  name: string;
  onChange: (name: string) => void;
}

/** Narrows the search to documents whose path has a text. It applies on Enter, and when it is left. */
export function NameFilter({ name, onChange }: NameFilterProps) {
  const [typed, setTyped] = useState({ text: name, of: name });
  if (typed.of !== name) setTyped({ text: name, of: name });
  const apply = () => {
    const text = typed.text.trim();
    if (text !== name) onChange(text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label="Document name has"
        value={typed.text}
        maxLength={NAME_MAX}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        onChange={(event) => setTyped({ text: event.target.value, of: name })}
        onBlur={apply}
      />
    </form>
  );
}
