import { MAPPED_ROLES } from '@carrel/shared/contract/sign-in';

export const ROLE_OPTIONS = MAPPED_ROLES.map((role) => ({ value: role, label: role }));
