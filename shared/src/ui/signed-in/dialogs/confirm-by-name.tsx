import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Copy } from 'lucide-react';

import { IconButton } from '../../guest/controls/icon-button.tsx';
import { TextField } from '../../guest/controls/text-field.tsx';
import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { useCopy } from '../use-copy.ts';

const Row = chakra('div', { base: { mt: '4', display: 'flex', alignItems: 'flex-end', gap: '1' } });
const Field = chakra('div', { base: { flex: '1', minWidth: '0' } });

/** Characters without a shape, which no keyboard types. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns a text as a person reads it: without invisible characters, each run of white space one space. */
export const readable = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').replace(/ +/gu, ' ').trim();

interface ConfirmByNameProps {
  name: string;
  typed: string;
  onType: (text: string) => void;
}

/** A field for a name that confirms a deletion, and a button that copies the name. */
export function ConfirmByName({ name, typed, onType }: ConfirmByNameProps) {
  const { copied, copy } = useCopy();
  return (
    <Row>
      <Field>
        <TextField
          label={`Type ${name} to confirm`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
      <IconButton label="Copy the name" onClick={() => copy(readable(name))}>
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        <VisuallyHidden asChild>
          <output>{copied ? 'Copied' : ''}</output>
        </VisuallyHidden>
      </IconButton>
    </Row>
  );
}
