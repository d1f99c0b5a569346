import { Box } from '@carrel/shared/ui';
import { useEffect, useRef } from 'react';

import { ProcessingFields } from './processing-fields.tsx';
import type { DatasetForm } from './use-dataset-form.ts';

const FIELDS = [
  'chunk_template',
  'language',
  'legacy_encoding',
  'metadata_parameters',
  'keep_originals',
  'keep_versions',
  'keep_versions_days',
] as const;

interface AdvancedSettingsProps {
  form: DatasetForm;
  /** Absent for a new dataset. */
  datasetId?: string | undefined;
}

/** The settings that most datasets need no change of. It opens at an error of one of its fields. */
export function AdvancedSettings({ form, datasetId }: AdvancedSettingsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useOpenAtError(form, details);

  return (
    <Box as="details" ref={details} borderTopWidth="1px" pt="3">
      <Box as="summary" cursor="pointer" fontWeight="medium" borderRadius="sm" py="1">
        Advanced
      </Box>
      <Box mt="3">
        <ProcessingFields form={form} datasetId={datasetId} />
      </Box>
    </Box>
  );
}

/** Opens the settings when one of them is wrong, and goes to it unless a field above is wrong too. */
function useOpenAtError(form: DatasetForm, details: { current: HTMLDetailsElement | null }): void {
  const { errors, submitCount } = form.formState;
  const wrong = FIELDS.find((field) => errors[field] !== undefined);
  const isWrongAbove = errors.name !== undefined || errors.description !== undefined;
  useEffect(() => {
    if (submitCount === 0 || wrong === undefined || details.current?.open !== false) return;
    details.current.setAttribute('open', '');
    if (isWrongAbove) return;
    details.current.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [wrong, isWrongAbove, submitCount, details]);
}
