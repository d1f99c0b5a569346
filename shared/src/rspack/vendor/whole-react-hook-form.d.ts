/** The form library as it is installed, whole; `host-plugins.ts` says where. */
declare module 'whole-react-hook-form' {
  export * from 'react-hook-form';
}
