export { DashboardPage } from './dashboard/dashboard-page.tsx';
export { KeptScreens } from './navigation/kept-screens.tsx';
export { OrganizationGate } from './organizations/policy/organization-gate.tsx';
export { SignedInData } from './organizations/signed-in-data.tsx';
export { Frame } from './sidebar/frame.tsx';
