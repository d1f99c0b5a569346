import { TextField } from '../../guest/controls/text-field.tsx';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A field for the text that a list is searched for. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
