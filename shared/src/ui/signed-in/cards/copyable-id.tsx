import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Copy } from 'lucide-react';

import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { useCopy } from '../use-copy.ts';

const SHORT = 8;

const Press = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    maxWidth: 'calc(100% + 0.25rem)',
    ms: '-1',
    verticalAlign: 'middle',
    px: '1',
    py: '0.5',
    borderRadius: 'sm',
    color: 'fg.muted',
    fontFamily: 'mono',
    fontSize: 'xs',
    cursor: 'pointer',
    '& svg': { boxSize: '0.75rem', flexShrink: 0, opacity: 0 },
    '&:focus-visible svg, &[data-copied] svg': { opacity: 1 },
    _hover: { color: 'fg.default', bg: 'bg.hover', '& svg': { opacity: 1 } },
  },
});

export interface CopyableIdProps {
  id: string;
  /** Shows the first 8 characters only; the whole id is copied. */
  short?: boolean | undefined;
}

/** An id in the monospaced font; a click copies it. */
export function CopyableId({ id, short = false }: CopyableIdProps) {
  // Without the permission to copy, the id can still be read in the title.
  const { copied, copy } = useCopy();
  return (
    <Press
      type="button"
      title={id}
      aria-label={`Copy id ${id}`}
      data-copied={copied ? '' : undefined}
      onClick={() => void copy(id)}
    >
      <chakra.span truncate>{short ? id.slice(0, SHORT) : id}</chakra.span>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <VisuallyHidden asChild>
        <output>{copied ? 'Copied' : ''}</output>
      </VisuallyHidden>
    </Press>
  );
}
