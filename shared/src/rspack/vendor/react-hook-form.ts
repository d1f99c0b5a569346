/**
 * The part of the form library that the product and its resolvers use, for the same reason as the
 * router's: the shell provides it under the name `react-hook-form`.
 */
export { appendErrors, get, set, useForm, useWatch } from 'whole-react-hook-form';
