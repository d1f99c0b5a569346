import { client } from '@carrel/shared/api';
import { createdSchema, emailListSchema } from '@carrel/shared/contract';
import type { EmailAddressInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listEmails = () => client.get(apiPaths.emails()).json(emailListSchema);

export const addEmail = (input: EmailAddressInput) =>
  client.post(apiPaths.emails(), { json: input }).json(createdSchema);

export const removeEmail = (emailId: string) => client.delete(apiPaths.email(emailId)).done();

export const requestConfirmation = (input: EmailAddressInput) =>
  client.post(apiPaths.confirmEmail(), { json: input }).done();
