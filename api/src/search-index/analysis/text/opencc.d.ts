declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs of a traditional and its simplified character, with "|" between them. */
  const pairs: string;
  export default pairs;
}
