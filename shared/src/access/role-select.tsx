import { ACCESS_ROLES } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';

interface RoleSelectProps {
  label: string;
  role: string;
  onChange: (role: string) => void;
}

/** A role for a dataset or workspace, among the facts of a row: what it belongs to is said to screen readers only. */
export function RoleSelect({ label, role, onChange }: RoleSelectProps) {
  const roles: readonly string[] = ACCESS_ROLES;
  // With one of a newer server.
  const options = roles.includes(role) ? roles : [...roles, role];
  return (
    <Box position="relative" width="8rem" flexShrink="0" css={HIDDEN_LABEL}>
      <SelectField
        label={label}
        options={options.map((value) => ({ value, label: value }))}
        value={role}
        onChange={({ target }) => onChange(target.value)}
      />
    </Box>
  );
}

const HIDDEN_LABEL = {
  '& label': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
};
