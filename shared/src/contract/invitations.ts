import * as v from 'valibot';

import { guestOfSchema, roleSchema } from './organizations.ts';
import { idSchema, timestampSchema } from './text.ts';

/** An invitation that is neither accepted nor revoked. */
export const invitationSchema = v.object({
  id: idSchema,
  email_address: v.string(),
  role: roleSchema,
  /** The one workspace that a guest is invited to. */
  guest_of: v.nullish(guestOfSchema),
  created_at: timestampSchema,
  /** When the link in the last message expires. */
  expires_at: timestampSchema,
});

export type Invitation = v.InferOutput<typeof invitationSchema>;

export const invitationListSchema = v.object({ invitations: v.array(invitationSchema) });
