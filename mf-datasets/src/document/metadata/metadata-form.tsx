import { METADATA_MAX } from '@carrel/shared/contract';
import type { MetadataValue } from '@carrel/shared/contract';
import { Box, Button, Flex, TextAreaField, TextField } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { failureText, faultOf } from '../../parts/metadata/metadata-fault.ts';
import type { MetadataFault } from '../../parts/metadata/metadata-fault.ts';
import { typedValue, valueText } from '../../parts/metadata/value-text.ts';

interface MetadataFormProps {
  /** The key to change; without one, a new key is added. */
  name?: string;
  value?: MetadataValue | undefined;
  /** Keys that a new one would change. */
  taken: readonly string[];
  onSave: (key: string, value: MetadataValue) => Promise<unknown>;
  onClose: () => void;
}

const LINES_MAX = 8;
/** Beyond every text that is typed here. */
const TEXT_END = 1_000_000;

/** Changes a value in its place, or adds a key. What was typed stays where it cannot be saved. */
export function MetadataForm({ name, value, taken, onSave, onClose }: MetadataFormProps) {
  const [key, setKey] = useState(name ?? '');
  const [text, setText] = useState(value === undefined ? '' : valueText(value));
  const [fault, setFault] = useState<MetadataFault>();
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const valueField = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    valueField.current?.setSelectionRange(TEXT_END, TEXT_END);
    (keyField.current ?? valueField.current)?.focus();
  }, []);
  // Its buttons are seen, also where it has grown by an error. In some browsers it returns a promise.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  });

  const refuse = (wrong: MetadataFault) => {
    setFault(wrong);
    (wrong.key === undefined ? valueField : keyField).current?.focus();
  };
  const save = async () => {
    if (saving) return;
    const typed = typedValue(text, value);
    const wrong = faultOf(key.trim(), typed);
    if (wrong !== undefined) return refuse(wrong);
    if (name === undefined && taken.includes(key.trim().normalize('NFC'))) {
      return refuse({ key: 'The document has this key already' });
    }
    setFault(undefined);
    setSaving(true);
    try {
      await onSave(key.trim(), typed);
    } catch (error) {
      refuse({ value: failureText(error) });
    } finally {
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label={name === undefined ? 'Add metadata' : `Edit ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Box display="grid" gap="3" py="2">
        {name === undefined && (
          <TextField
            ref={keyField}
            label="Key"
            value={key}
            maxLength={METADATA_MAX.key}
            autoComplete="off"
            spellCheck={false}
            error={fault?.key}
            onKeyDown={onKeyDown}
            onChange={({ target }) => setKey(target.value)}
          />
        )}
        <TextAreaField
          ref={valueField}
          label={name === undefined ? 'Value' : `Value of ${name}`}
          rows={Math.min(LINES_MAX, Math.max(2, text.split('\n').length))}
          hint="Several lines are a list."
          value={text}
          error={fault?.value}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setText(target.value)}
        />
        <Flex gap="2">
          <Button type="submit" size="sm" variant="primary" loading={saving}>
            Save
          </Button>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
        </Flex>
      </Box>
    </form>
  );
}
