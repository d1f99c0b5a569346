// What screens for guests use. The sign-in page loads the rest of the contract after itself.
export {
  acceptInvitationInputSchema,
  emailAddressInputSchema,
  invitationFactsSchema,
  loginInputSchema,
  registerInputSchema,
  resetPasswordInputSchema,
  signInResultSchema,
  UNCONFIRMED_ADDRESS,
} from '../accounts.ts';
export type {
  AcceptInvitationInput,
  ConfirmEmailInput,
  CurrentUser,
  EmailAddressInput,
  InvitationFacts,
  LoginInput,
  RegisterInput,
  ResetPasswordInput,
} from '../accounts.ts';
export { RESEND_SECONDS } from '../lifetimes.ts';
export { emptySchema, newPasswordSchema, PASSWORD_MIN } from '../text.ts';
export { retryAfterSeconds } from '../waiting.ts';
