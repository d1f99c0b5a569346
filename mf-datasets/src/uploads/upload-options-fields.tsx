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
    stored: undefined,
    description:
      'The files become documents of the dataset: new ones are added, changed ones replaced. Without it the archive is only stored.',
  },
  {
    key: 'delete_orphans',
    label: 'Delete orphans',
    stored: 'Needs Sync: an archive that is only stored removes nothing.',
    description:
      'Documents that the archive lacks are removed from the dataset, once all of its files were read.',
  },
  {
    key: 'purge_on_completion',
    label: 'Purge on completion',
    stored:
      'A stored archive is kept until it is added to the dataset from its entry in the history.',
    description:
      'The stored archive is deleted once each of its documents has ended. Its entry in the history stays.',
  },
] as const;

/** Returns the options with one changed: without Sync nothing is deleted. */
function withOption(
  options: UploadOptions,
  key: keyof UploadOptions,
  checked: boolean,
): UploadOptions {
  const changed = { ...options, [key]: checked };
  return changed.sync ? changed : { ...changed, delete_orphans: false };
}

/** The options of an upload. */
export function UploadOptionsFields({ options, disabled, onChange }: UploadOptionsFieldsProps) {
  return (
    <Stack gap="3" as="fieldset" aria-label="Upload options">
      {FIELDS.map(({ key, label, description, stored }) => (
        <CheckboxField
          key={key}
          label={label}
          description={options.sync ? description : (stored ?? description)}
          checked={options[key]}
          disabled={disabled || (key === 'delete_orphans' && !options.sync)}
          onChange={(event) => onChange(withOption(options, key, event.target.checked))}
        />
      ))}
    </Stack>
  );
}
