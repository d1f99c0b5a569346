import { chakra } from '@chakra-ui/react/styled-system';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { useActionLock } from '../../guest/controls/use-action-lock.ts';
import { MenuLine, MenuSeparator } from './menu-slots.ts';

const Text = chakra('span', {
  base: { flex: '1', minWidth: 0, display: 'grid', lineHeight: '1.35' },
});
const Line = chakra('span', { base: { truncate: true } });
const Key = chakra('kbd', { base: { fontSize: 'xs', color: 'fg.muted', fontFamily: 'body' } });

/** One line of a menu. */
export interface MenuItem {
  /** Distinguishes items whose labels may be equal. */
  key?: string | undefined;
  label: string;
  icon?: ReactNode;
  /** If it returns a promise, it is not called again until that settles. */
  onSelect: () => unknown;
  /** Deletes something. */
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A second line under the label. */
  description?: string | undefined;
  /** A key with the same effect, shown at the end; the caller listens to it. */
  shortcut?: string | undefined;
  /** The current choice, in a menu of choices. */
  selected?: boolean | undefined;
  /** A line before this item. */
  separated?: boolean | undefined;
  /** A second, smaller choice in the same line. */
  action?: { label: string; icon: ReactNode; onSelect: () => unknown } | undefined;
}

/**
 * One line of a menu, with its second choice if there is one. It listens to the click, which Enter
 * sends too: the menu's own event requires a pointer, which not every assistive tool has.
 */
export function MenuEntry({ item, value }: { item: MenuItem; value: string }) {
  const { action } = item;
  const runOnce = useActionLock();
  const main = (
    <MenuLine
      value={value}
      disabled={item.disabled ?? false}
      onClick={item.disabled === true ? undefined : () => runOnce(item.onSelect)}
      data-tone={item.danger === true ? 'danger' : undefined}
      aria-current={item.selected === true ? 'true' : undefined}
      flex="1"
      minWidth="0"
    >
      {item.icon}
      <Text>
        <Line>{item.label}</Line>
        {item.description !== undefined && (
          <Line fontSize="xs" color="fg.muted">
            {item.description}
          </Line>
        )}
      </Text>
      {item.selected === true && <Check aria-hidden />}
      {item.shortcut !== undefined && <Key>{item.shortcut}</Key>}
    </MenuLine>
  );
  return (
    <>
      {item.separated === true && <MenuSeparator />}
      {action === undefined ? (
        main
      ) : (
        <chakra.div display="flex" gap="0.5" role="presentation">
          {main}
          <MenuLine
            value={`${value} action`}
            aria-label={action.label}
            onClick={() => runOnce(action.onSelect)}
          >
            {action.icon}
          </MenuLine>
        </chakra.div>
      )}
    </>
  );
}
