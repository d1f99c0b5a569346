/** The whole form library as it is installed; `host-plugins.ts` resolves it. */
declare module 'whole-react-hook-form' {
  export * from 'react-hook-form';
}
