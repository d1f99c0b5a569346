import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { ReactNode, SubmitEvent } from 'react';

import { Button } from '../../guest/controls/button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog.tsx';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });

export interface FormDialogProps extends Pick<
  DialogProps,
  'open' | 'onClose' | 'title' | 'description' | 'dirty' | 'busy' | 'size'
> {
  /** The verb on the button. */
  submitLabel: string;
  /** Called with the form's event, as `handleSubmit(...)` of react-hook-form expects it. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  submitting: boolean;
  /** There is nothing to submit yet. */
  disabled?: boolean | undefined;
  children?: ReactNode;
}

/** A form in a dialog, with Cancel and one verb. */
export function FormDialog({
  submitLabel,
  onSubmit,
  submitting,
  disabled,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      renderFooter={(cancel) => (
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={submitting}
            disabled={disabled}
          >
            {submitLabel}
          </Button>
        </>
      )}
    >
      <Form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A portal's events bubble through React's tree: a form around this dialog must not get them.
          event.stopPropagation();
          if (!submitting && disabled !== true) void onSubmit(event);
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
