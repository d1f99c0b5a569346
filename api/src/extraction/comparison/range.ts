/** Words of two texts from `a` to `aEnd` and from `b` to `bEnd`, which are not included. */
export interface Range {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}
