/** What access is given to. */
export interface AccessObject {
  kind: 'dataset' | 'workspace';
  id: string;
}
