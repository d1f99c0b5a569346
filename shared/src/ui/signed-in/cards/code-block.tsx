import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Copy } from 'lucide-react';

import { Button } from '../../guest/controls/button.tsx';
import { useCopy } from '../use-copy.ts';

const Frame = chakra('figure', {
  base: {
    position: 'relative',
    m: 0,
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg.canvas',
    minWidth: 0,
  },
});
const Head = chakra('figcaption', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    ps: '3',
    pe: '1.5',
    py: '1.5',
    borderBottomWidth: '1px',
    fontSize: 'xs',
    color: 'fg.muted',
    overflowWrap: 'anywhere',
  },
});
const Code = chakra('section', {
  base: {
    whiteSpace: 'pre',
    p: '3',
    fontFamily: 'mono',
    fontSize: 'xs',
    lineHeight: '1.6',
    overflowX: 'auto',
    _focusVisible: { outlineOffset: '-2px' },
  },
  variants: {
    wrap: { true: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } },
  },
});

export interface CodeBlockProps {
  /** What the text is, above it. */
  label: string;
  text: string;
  /** Breaks lines anywhere, for a text without spaces. */
  wrap?: boolean | undefined;
}

/** A text in the monospaced font, with a button that copies it. */
export function CodeBlock({ label, text, wrap = false }: CodeBlockProps) {
  const { copied, copy } = useCopy();
  return (
    <Frame>
      <Head>
        {label}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Copy ${label}`}
          onClick={() => void copy(text)}
        >
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Head>
      {/* Focusable, so that a keyboard can scroll it. */}
      <Code wrap={wrap} tabIndex={0} aria-label={label}>
        {text}
      </Code>
    </Frame>
  );
}
