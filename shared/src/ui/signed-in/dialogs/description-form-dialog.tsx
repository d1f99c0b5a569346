import { TextAreaField } from '../../guest/controls/text-area-field.tsx';
import type { TextAreaFieldProps } from '../../guest/controls/text-area-field.tsx';
import { TextField } from '../../guest/controls/text-field.tsx';
import type { TextFieldProps } from '../../guest/controls/text-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormDialogProps } from './form-dialog.tsx';

export interface DescriptionFormDialogProps extends Omit<FormDialogProps, 'description'> {
  /** What react-hook-form registers, and the error. */
  name: Omit<TextFieldProps, 'label' | 'required'>;
  description: Omit<TextAreaFieldProps, 'label'>;
}

/** A dialog with the fields of a name and a description; its children are further fields. */
export function DescriptionFormDialog({
  name,
  description,
  children,
  ...dialog
}: DescriptionFormDialogProps) {
  return (
    <FormDialog {...dialog}>
      <TextField label="Name" autoComplete="off" required {...name} />
      <TextAreaField label="Description" rows={2} {...description} />
      {children}
    </FormDialog>
  );
}
