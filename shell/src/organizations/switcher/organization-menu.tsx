import { Menu } from '@carrel/shared/ui/signed-in';
import type { MenuItem, MenuProps } from '@carrel/shared/ui/signed-in';
import { Building2, Plus, Settings } from 'lucide-react';

import { keyTextOf } from '../../shortcuts/key-names.ts';
import type { OrganizationRow } from './organization-rows.tsx';

interface OrganizationMenuProps {
  rows: readonly OrganizationRow[];
  trigger: MenuProps['trigger'];
  onSelect: (organizationId: string) => void;
  onSettings: (organizationId: string) => void;
  onCreate: () => void;
}

/** The switcher for few organizations. */
export function OrganizationMenu(props: OrganizationMenuProps) {
  const { rows, trigger, onSelect, onSettings, onCreate } = props;
  const organizations = rows.map(({ id, name, role, keys, selected }): MenuItem => ({
    key: id,
    label: name,
    description: role,
    icon: <Building2 aria-hidden />,
    shortcut: keys === undefined ? undefined : keyTextOf(keys),
    selected,
    onSelect: () => onSelect(id),
    action: {
      label: `Settings of ${name}`,
      icon: <Settings aria-hidden />,
      onSelect: () => onSettings(id),
    },
  }));
  return (
    <Menu
      label="Organizations"
      placement="bottom-start"
      trigger={trigger}
      items={[
        ...organizations,
        {
          label: 'Create organization',
          icon: <Plus aria-hidden />,
          separated: organizations.length > 0,
          onSelect: onCreate,
        },
      ]}
    />
  );
}
