import { ASK_QUERY_MAX, isStorable, NOT_STORABLE } from '@carrel/shared/contract';
import { Box, Button, TextAreaField } from '@carrel/shared/ui';
import type { ButtonProps } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

interface QuestionFormProps {
  label: string;
  hint?: string;
  /** The name of the button. */
  action: string;
  variant: ButtonProps['variant'];
  value: string;
  onChange: (text: string) => void;
  /** Asks a question that is valid. */
  onAsk: (question: string) => void;
  /** Stops the answer that is on its way; shown in place of the button. */
  onStop?: (() => void) | undefined;
  /** Takes the focus when it appears. */
  takesFocus?: boolean;
}

/** A field for a question. Enter asks it, Shift+Enter begins a new line. */
export function QuestionForm(props: QuestionFormProps) {
  const { label, hint, action, variant, value, onChange, onAsk, onStop, takesFocus } = props;
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const focusFirst = useRef(takesFocus);
  useEffect(() => {
    // Once: a screen that is shown again keeps its focus.
    if (focusFirst.current === true) field.current?.focus();
    focusFirst.current = false;
  }, []);

  const submit = () => {
    if (onStop !== undefined) return;
    const question = value.trim();
    const fault = faultOf(question);
    setError(fault);
    if (fault === '') onAsk(question);
    else field.current?.focus();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextAreaField
        ref={field}
        label={label}
        hint={hint}
        error={error === '' ? undefined : error}
        rows={2}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setError('');
        }}
        onKeyDown={pressed}
      />
      <Box mt="3">
        {onStop === undefined ? (
          <Button key="ask" type="submit" variant={variant}>
            {action}
          </Button>
        ) : (
          <Button
            key="stop"
            onClick={() => {
              onStop();
              field.current?.focus();
            }}
          >
            Stop
          </Button>
        )}
      </Box>
    </form>
  );
}

function faultOf(question: string): string {
  if (question === '') return 'Question is required';
  if (!isStorable(question)) return NOT_STORABLE;
  return question.length > ASK_QUERY_MAX
    ? `Question must be at most ${ASK_QUERY_MAX} characters`
    : '';
}
