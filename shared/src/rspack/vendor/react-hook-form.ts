/**
 * The part of the form library that the product and its resolvers use, which the shell provides as
 * `react-hook-form`, for the same reason as the router's.
 */
export { appendErrors, get, set, useForm, useWatch } from 'whole-react-hook-form';
