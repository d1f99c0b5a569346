import { Menu as ChakraMenu } from '@chakra-ui/react/menu';
import { chakra } from '@chakra-ui/react/styled-system';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

const Words = chakra('span', {
  base: { flex: '1', minWidth: 0, display: 'grid', lineHeight: '1.35' },
});
const Line = chakra('span', { base: { truncate: true } });
const Key = chakra('kbd', { base: { fontSize: 'xs', color: 'fg.muted', fontFamily: 'body' } });

/** One line of a menu. */
export interface MenuItem {
  /** Tells items apart whose labels may be equal. */
  key?: string | undefined;
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** Destroys something. */
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A second line under the label. */
  description?: string | undefined;
  /** A key to press instead, shown at the end; the listener is the caller's. */
  shortcut?: string | undefined;
  /** The current choice, where the menu is one. */
  selected?: boolean | undefined;
  /** A line before this item. */
  separated?: boolean | undefined;
  /** A second, smaller choice in the same line. */
  action?: { label: string; icon: ReactNode; onSelect: () => void } | undefined;
}

/**
 * One line of a menu, with the second choice in it, if there is one. It listens to the click, which Enter becomes too: the
 * menu's own event wants a pointer to have come before, and not every assistive tool brings one.
 */
export function MenuEntry({ item, value }: { item: MenuItem; value: string }) {
  const { action } = item;
  const main = (
    <ChakraMenu.Item
      value={value}
      disabled={item.disabled ?? false}
      onClick={item.disabled === true ? undefined : item.onSelect}
      data-tone={item.danger === true ? 'danger' : undefined}
      aria-current={item.selected === true ? 'true' : undefined}
      flex="1"
      minWidth="0"
    >
      {item.icon}
      <Words>
        <Line>{item.label}</Line>
        {item.description !== undefined && (
          <Line fontSize="xs" color="fg.muted">
            {item.description}
          </Line>
        )}
      </Words>
      {item.selected === true && <Check aria-hidden />}
      {item.shortcut !== undefined && <Key>{item.shortcut}</Key>}
    </ChakraMenu.Item>
  );
  return (
    <>
      {item.separated === true && <ChakraMenu.Separator />}
      {action === undefined ? (
        main
      ) : (
        <chakra.div display="flex" gap="0.5" role="presentation">
          {main}
          <ChakraMenu.Item
            value={`${value} action`}
            aria-label={action.label}
            onClick={action.onSelect}
          >
            {action.icon}
          </ChakraMenu.Item>
        </chakra.div>
      )}
    </>
  );
}
