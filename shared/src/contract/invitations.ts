import * as v from 'valibot';

import { roleSchema } from './organizations.ts';
import { idSchema, timestampSchema } from './text.ts';

/** Somebody who was invited and has neither joined nor been taken off the list. */
export const invitationSchema = v.object({
  id: idSchema,
  email_address: v.string(),
  role: roleSchema,
  created_at: timestampSchema,
  /** When the link in the last message stops working. */
  expires_at: timestampSchema,
});

export type Invitation = v.InferOutput<typeof invitationSchema>;

export const invitationListSchema = v.object({ invitations: v.array(invitationSchema) });
