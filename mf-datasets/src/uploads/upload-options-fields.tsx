import type { UploadOptions } from '@carrel/shared/contract';
import { CheckboxField, Stack } from '@carrel/shared/ui';

interface UploadOptionsFieldsProps {
  options: UploadOptions;
  disabled: boolean;
  onChange: (options: UploadOptions) => void;
}

const FIELDS = [
  {
    key: 'sync',
    label: 'Sync',
    description:
      'The files become documents of the dataset: new ones are added, changed ones replaced. Without it the archive is only stored.',
  },
  {
    key: 'delete_orphans',
    label: 'Delete orphans',
    description:
      'Documents that the archive lacks are removed from the dataset, once all of its files were read.',
  },
  {
    key: 'purge_on_completion',
    label: 'Purge on completion',
    description:
      'The stored archive is deleted once each of its documents has ended. Its entry in the history stays.',
  },
] as const;

/** The options of an upload. */
export function UploadOptionsFields({ options, disabled, onChange }: UploadOptionsFieldsProps) {
  return (
    <Stack gap="3" as="fieldset" aria-label="Upload options">
      {FIELDS.map(({ key, label, description }) => (
        <CheckboxField
          key={key}
          label={label}
          description={description}
          checked={options[key]}
          disabled={disabled}
          onChange={(event) => onChange({ ...options, [key]: event.target.checked })}
        />
      ))}
    </Stack>
  );
}
