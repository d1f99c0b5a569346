/** How a package is built. */
export type Mode = 'production' | 'development';

export const modeOf = (environment = process.env['NODE_ENV']): Mode =>
  environment === 'development' ? 'development' : 'production';
