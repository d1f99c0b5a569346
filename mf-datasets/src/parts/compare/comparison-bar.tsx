import type { TextComparison } from '@carrel/shared/contract';
import { Box, Button, Flex, IconButton, Text } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { ChevronDown, ChevronUp } from 'lucide-react';

export type ComparisonLayout = 'inline' | 'beside';

interface ComparisonBarProps {
  comparison: Pick<TextComparison, 'changes' | 'words_removed' | 'words_added'>;
  /** The number of the change that was gone to, from 0. */
  current: number | undefined;
  onStep: (step: 1 | -1) => void;
  layout: ComparisonLayout;
  onLayout: (layout: ComparisonLayout) => void;
}

const LAYOUTS = [
  ['inline', 'Inline'],
  ['beside', 'Side by side'],
] as const;

/** How much differs, the way from change to change, and how they are laid out. */
export function ComparisonBar({
  comparison,
  current,
  onStep,
  layout,
  onLayout,
}: ComparisonBarProps) {
  const { changes, words_added, words_removed } = comparison;
  return (
    <Flex
      align="center"
      gap="3"
      px="3"
      py="1.5"
      minHeight="2.75rem"
      flexShrink="0"
      borderBottomWidth="1px"
    >
      <Text flex="1" minWidth="0" fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {`${counted(words_added, 'word')} added, ${numbers.format(words_removed)} removed`}
      </Text>
      <Flex
        as="fieldset"
        aria-label="Layout"
        flexShrink="0"
        display={{ base: 'none', lg: 'flex' }}
        css={SWITCH}
      >
        {LAYOUTS.map(([key, label]) => (
          <Button
            key={key}
            size="sm"
            variant="ghost"
            aria-pressed={layout === key}
            onClick={() => onLayout(key)}
          >
            {label}
          </Button>
        ))}
      </Flex>
      <Flex align="center" flexShrink="0" gap="1">
        <Box
          as="output"
          fontSize="sm"
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
          whiteSpace="nowrap"
        >
          {current === undefined
            ? counted(changes, 'change')
            : `${numbers.format(current + 1)} of ${numbers.format(changes)}`}
        </Box>
        <Tooltip content="Previous change (p)">
          <IconButton size="sm" label="Previous change" onClick={() => onStep(-1)}>
            <ChevronUp aria-hidden />
          </IconButton>
        </Tooltip>
        <Tooltip content="Next change (n)">
          <IconButton size="sm" label="Next change" onClick={() => onStep(1)}>
            <ChevronDown aria-hidden />
          </IconButton>
        </Tooltip>
      </Flex>
    </Flex>
  );
}

const SWITCH = { '& [aria-pressed=true]': { bg: 'bg.hover', color: 'fg.default' } };

const numbers = new Intl.NumberFormat('en-US');

const counted = (count: number, noun: string) =>
  `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;
