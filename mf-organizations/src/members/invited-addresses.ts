import { inviteMemberInputSchema } from '@carrel/shared/contract';
import * as v from 'valibot';

/** People who are invited at once at most. */
const INVITED_MAX = 50;

const ADDRESS = inviteMemberInputSchema.entries.email_address;

/** Returns the addresses of a list, each once: "Ada <ada@example.com>, grace@example.com" has two. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,;\n]/)) {
    const entry = /<([^<>]*)>/.exec(part)?.[1] ?? part;
    for (const address of entry.split(/\s+/)) {
      const key = address.toLowerCase();
      if (address !== '' && !found.has(key)) found.set(key, address);
    }
  }
  return [...found.values()];
}

/** Returns why these addresses cannot be invited; undefined where they can. */
function obstacleOf(addresses: readonly string[]): string | undefined {
  if (addresses.length > INVITED_MAX) {
    return `Invite at most ${INVITED_MAX} people at once. These are ${addresses.length}.`;
  }
  for (const address of addresses.length === 0 ? [''] : addresses) {
    const message = v.safeParse(ADDRESS, address).issues?.[0].message;
    if (message !== undefined) return addresses.length < 2 ? message : `${address}: ${message}`;
  }
  return undefined;
}

/** The choice in the place of a role that invites guests of a workspace. */
export const GUEST_CHOICE = 'guest';

const inviteFieldsSchema = v.object({
  email_address: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue }) => {
      const addresses = addressesIn(dataset.value);
      const message = obstacleOf(addresses);
      if (message !== undefined) addIssue({ message });
      return addresses;
    }),
  ),
  role_id: v.lazy((choice) =>
    choice === GUEST_CHOICE ? v.literal(GUEST_CHOICE) : inviteMemberInputSchema.entries.role_id,
  ),
  workspace_id: v.optional(v.string(), ''),
});

/** The form of invitations: one address or a list of them, and the role that all get, or the workspace of guests. */
export const inviteFormSchema = v.pipe(
  inviteFieldsSchema,
  v.forward(
    v.partialCheck(
      [['role_id'], ['workspace_id']],
      ({ role_id: role, workspace_id: workspace }) => role !== GUEST_CHOICE || workspace !== '',
      'Workspace is required',
    ),
    ['workspace_id'],
  ),
);

export type InviteForm = v.InferOutput<typeof inviteFormSchema>;
