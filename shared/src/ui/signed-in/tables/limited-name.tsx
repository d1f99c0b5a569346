import { Flex } from '@chakra-ui/react/flex';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { VisuallyHidden } from '../../guest/visually-hidden.tsx';

interface LimitedNameProps {
  /** Whether only people and groups that are named see the thing. */
  isLimited: boolean;
  /** The link to it, by its name. */
  children: ReactNode;
}

/** The name of a thing in a list, with a mark where only named people see it. */
export function LimitedName({ isLimited, children }: LimitedNameProps) {
  if (!isLimited) return children;
  return (
    <Flex align="center" gap="1.5" minWidth="0" css={MARK}>
      {children}
      <Lock size={14} aria-hidden />
      <VisuallyHidden>Only named people</VisuallyHidden>
    </Flex>
  );
}

const MARK = { '& > svg': { flexShrink: 0, color: 'fg.muted' } };
