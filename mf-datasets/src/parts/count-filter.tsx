import { Button, Flex, Text } from '@carrel/shared/ui';
import type { LucideIcon } from 'lucide-react';

interface CountedKind<Key extends string> {
  key: Key;
  label: string;
  icon: LucideIcon;
  tone: 'neutral' | 'info' | 'success' | 'danger';
  /** Undefined where it is not known. */
  count: number | undefined;
}

interface CountFilterProps<Key extends string> {
  label: string;
  kinds: readonly CountedKind<Key>[];
  /** What is shown below; null for none. */
  selected: Key | null;
  onSelect: (key: Key | null) => void;
}

const numbers = new Intl.NumberFormat('en-US');

/** How many of each kind there are; each opens its paths. */
export function CountFilter<Key extends string>(props: CountFilterProps<Key>) {
  const { label, kinds, selected, onSelect } = props;
  return (
    <Flex as="fieldset" aria-label={label} wrap="wrap" gap="2">
      {kinds.map(({ key, label: name, icon: Icon, tone, count }) => {
        const color = count === 0 || tone === 'neutral' ? 'fg.muted' : `${tone}.fg`;
        const pressed = key === selected && count !== 0;
        return (
          <Button
            key={key}
            size="sm"
            aria-pressed={pressed}
            disabled={count === 0}
            onClick={() => onSelect(pressed ? null : key)}
            {...(pressed ? { borderColor: 'accent', bg: 'accent.subtle' } : {})}
          >
            <Text as="span" color={color} display="inline-flex">
              <Icon size={14} aria-hidden />
            </Text>
            {name}
            {count !== undefined && (
              <Text as="span" fontWeight="semibold" fontVariantNumeric="tabular-nums">
                {numbers.format(count)}
              </Text>
            )}
          </Button>
        );
      })}
    </Flex>
  );
}
