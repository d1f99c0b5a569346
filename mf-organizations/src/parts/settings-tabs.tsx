import { Box } from '@carrel/shared/ui';
import { Link as RouterLink } from 'react-router-dom';

/** The parts of an organization's settings, as the address names them. */
export type SettingsView =
  | 'general'
  | 'groups'
  | 'sign-in'
  | 'provisioning'
  | 'api-keys'
  | 'webhooks'
  | 'models'
  | 'activity';

interface Tab {
  view: SettingsView;
  label: string;
  search: string;
  /** Every member sees it; the others are for Owners and Admins. */
  forAll?: boolean;
}

const TABS: readonly Tab[] = [
  { view: 'general', label: 'General', search: '', forAll: true },
  { view: 'groups', label: 'Groups', search: '?view=groups', forAll: true },
  { view: 'sign-in', label: 'Sign-in', search: '?view=sign-in' },
  { view: 'provisioning', label: 'Provisioning', search: '?view=provisioning' },
  { view: 'api-keys', label: 'API keys', search: '?view=api-keys' },
  { view: 'webhooks', label: 'Webhooks', search: '?view=webhooks' },
  { view: 'models', label: 'Models', search: '?view=models' },
  { view: 'activity', label: 'Activity', search: '?view=activity' },
];

const tabsFor = (seesAll: boolean) => TABS.filter(({ forAll = false }) => seesAll || forAll);

/** Returns the part that an address names, of those that the member sees. */
export const viewOf = (name: string | null, seesAll: boolean): SettingsView =>
  tabsFor(seesAll).find(({ view }) => view === name)?.view ?? 'general';

interface SettingsTabsProps {
  current: SettingsView;
  /** Whether the member sees the parts for Owners and Admins too. */
  seesAll: boolean;
}

/** The way between the parts. */
export function SettingsTabs({ current, seesAll }: SettingsTabsProps) {
  return (
    <Box
      as="nav"
      aria-label="Organization settings"
      mb="6"
      boxShadow="inset 0 -1px {colors.border.subtle}"
    >
      <Box as="ul" display="flex" flexWrap="wrap" gap="1" listStyleType="none" whiteSpace="nowrap">
        {tabsFor(seesAll).map(({ view, label, search }) => (
          <li key={view}>
            <Box
              asChild
              display="inline-flex"
              alignItems="center"
              minHeight={{ base: '2.75rem', md: '2.25rem' }}
              px="3"
              borderBottomWidth="2px"
              borderColor={view === current ? 'accent' : 'transparent'}
              color={view === current ? 'fg.default' : 'fg.muted'}
              fontSize="sm"
              fontWeight="medium"
              whiteSpace="nowrap"
              _focusVisible={{ outlineOffset: '-2px' }}
              _hover={{ color: 'fg.default' }}
            >
              <RouterLink to={{ search }} aria-current={view === current ? 'page' : undefined}>
                {label}
              </RouterLink>
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}
