/** Who may see a route: guests only, everyone, signed-in users, or members of an organization. */
export const ROUTE_ACCESS = ['guest', 'public', 'user', 'organization'] as const;

export type RouteAccess = (typeof ROUTE_ACCESS)[number];
