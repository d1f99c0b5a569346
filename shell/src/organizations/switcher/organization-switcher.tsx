import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser, useShell } from '@carrel/shared/shell';
import { useSetAtom } from 'jotai';
import { Building2, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';

import { SidebarButton } from './sidebar-button.tsx';
import { organizationKeysAt } from './organization-keys.ts';
import { OrganizationMenu } from './organization-menu.tsx';
import { OrganizationPicker } from './organization-picker.tsx';
import { creatingOrganizationAtom } from '../../state/organizations.atoms.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

/** From this many organizations on, the switcher has a search field. */
const SEARCH_FROM = 20;

/** Shows the selected organization, and opens the others, their settings and a new one. */
export function OrganizationSwitcher({ collapsed }: { collapsed: boolean }) {
  const { memberships } = useCurrentUser();
  const { organizationId } = useShell();
  const [picking, setPicking] = useState(false);
  const switchTo = useSwitchOrganization();
  const create = useSetAtom(creatingOrganizationAtom);

  const selected = organizationId === null ? undefined : memberships[organizationId];
  const rows = Object.entries(memberships).map(([id, membership], place) => ({
    id,
    name: membership.organization_name,
    role: membership.role_name,
    keys: organizationKeysAt(place),
    selected: id === organizationId,
  }));
  const onSettings = (id: string) => switchTo(id, consolePaths.organizationSettings(id));
  const onCreate = () => create(true);
  const button = (
    <SidebarButton
      collapsed={collapsed}
      label={selected?.organization_name ?? 'No organization'}
      detail={selected?.role_name ?? 'Create one to begin'}
      icon={<Building2 size={16} aria-hidden />}
      end={<ChevronsUpDown size={14} aria-hidden />}
      {...(rows.length >= SEARCH_FROM && {
        'aria-haspopup': 'dialog' as const,
        onClick: () => setPicking(true),
      })}
    />
  );

  if (rows.length < SEARCH_FROM) {
    return (
      <OrganizationMenu
        rows={rows}
        trigger={button}
        onSelect={switchTo}
        onSettings={onSettings}
        onCreate={onCreate}
      />
    );
  }
  const closing =
    <Arguments extends unknown[]>(act: (...args: Arguments) => void) =>
    (...args: Arguments) => {
      setPicking(false);
      act(...args);
    };
  return (
    <>
      {button}
      {picking && (
        <OrganizationPicker
          rows={rows}
          onClose={() => setPicking(false)}
          onSelect={closing(switchTo)}
          onSettings={closing(onSettings)}
          onCreate={closing(onCreate)}
        />
      )}
    </>
  );
}
