import { TextField } from '@carrel/shared/ui';

interface FenceFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The field of metadata by which documents name the groups that see them. */
export function FenceField({ value, error, onChange }: FenceFieldProps) {
  return (
    <TextField
      label="Metadata field that names groups"
      hint="A document with this field is there only for the people of the groups that it names. Empty: for everybody who sees the dataset."
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
